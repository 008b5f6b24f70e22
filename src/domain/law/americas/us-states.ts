import { checked, type LawOfArea, type LegalCap, type LegalHours } from "../Law.ts"

type Confidence = LegalHours["confidence"]

const marketing = (
  hours: string,
  holidays: LegalHours["holidays"],
  text: string,
  confidence: Confidence,
  note?: string
): LegalHours => ({
  id: "marketing-hours",
  purposes: ["MARKETING"],
  hours,
  holidays,
  text,
  checked,
  confidence,
  ...(note !== undefined && { note })
})

const threeADay = (text: string): LegalCap => ({
  id: "marketing-24-hours",
  purposes: ["MARKETING"],
  calls: 3,
  within: { hours: 24 },
  text,
  checked,
  confidence: "high",
  note: "The rule counts calls on the same subject; here all calls of the organization to the number count"
})

const debtInSevenDays = (calls: number, text: string, confidence: Confidence): LegalCap => ({
  id: "debt-7-days",
  purposes: ["DEBT"],
  calls,
  within: { hours: 7 * 24 },
  text,
  checked,
  confidence
})

const sectionOpen = "The section is to be confirmed"

const federalHolidays = {
  "New Year's Day": "01-01 near",
  "Martin Luther King Jr. Day": "mon 3 01",
  "Washington's Birthday": "mon 3 02",
  "Memorial Day": "mon -1 05",
  Juneteenth: "06-19 near",
  "Independence Day": "07-04 near",
  "Labor Day": "mon 1 09",
  "Columbus Day": "mon 2 10",
  "Veterans Day": "11-11 near",
  "Thanksgiving Day": "thu 4 11",
  "Christmas Day": "12-25 near"
}

/** States and the District of Columbia whose hours or caps are stricter than the federal ones. */
export const states: Readonly<Record<string, LawOfArea>> = {
  AL: {
    name: "Alabama",
    areaCodes: "205 251 256 334 483 659 938",
    holidays: { ...federalHolidays, "Confederate Memorial Day": "mon 4 04", "Jefferson Davis' Birthday": "mon 1 06" },
    hours: [
      marketing(
        "Mon-Sat 08:00-20:00",
        "CLOSED",
        "Alabama, Ala. Code § 8-19A; § 1-3-8 on holidays",
        "medium",
        sectionOpen
      )
    ]
  },
  CA: {
    name: "California",
    areaCodes:
      "209 213 279 310 323 341 350 357 369 408 415 424 442 510 530 559 562 619 626 628 650 657 661 669 707 714 738 747 " +
      "760 805 818 820 831 837 840 858 909 916 925 949 951",
    hours: [
      marketing(
        "Mon-Sun 09:00-21:00",
        "OPEN",
        "Cal. Pub. Util. Code § 2872(c), automatic dialing-announcing devices",
        "high"
      )
    ],
    notices: [
      {
        id: "recording",
        purposes: ["MARKETING", "DEBT", "SERVICE", "MEDICAL"],
        duty: "All parties must consent to a recording",
        text: "Cal. Penal Code §§ 632, 632.7",
        checked,
        confidence: "high"
      }
    ]
  },
  CT: {
    name: "Connecticut",
    areaCodes: "203 475 860 959",
    hours: [marketing("Mon-Sun 09:00-20:00", "OPEN", "Conn. Gen. Stat. § 42-288a, as amended by PA 23-98", "high")]
  },
  DC: {
    name: "District of Columbia",
    areaCodes: "202 771",
    caps: [debtInSevenDays(3, "D.C. Code § 28-3814", "medium")]
  },
  FL: {
    name: "Florida",
    areaCodes: "239 305 321 324 352 386 407 448 561 645 656 689 727 728 754 772 786 813 850 863 904 941 954",
    hours: [marketing("Mon-Sun 08:00-20:00", "OPEN", "Fla. Stat. § 501.616(6)(a)", "high")],
    caps: [threeADay("Fla. Stat. § 501.616(6)(b)")]
  },
  IL: {
    name: "Illinois",
    areaCodes: "217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 861 872",
    hours: [marketing("Mon-Sun 09:00-21:00", "OPEN", "815 ILCS 305/15, autodialers", "medium")]
  },
  IN: {
    name: "Indiana",
    areaCodes: "219 260 317 463 574 765 812 930",
    hours: [marketing("Mon-Sun 09:00-20:00", "OPEN", "Ind. Code § 24-5-14-8, automatic dialing devices", "medium")]
  },
  KY: {
    name: "Kentucky",
    areaCodes: "270 364 502 606 859",
    hours: [marketing("Mon-Sun 10:00-21:00", "OPEN", "KRS 367.46955", "high")]
  },
  LA: {
    name: "Louisiana",
    areaCodes: "225 318 337 457 504 985",
    holidays: {
      ...federalHolidays,
      "Mardi Gras": "easter-47",
      "Good Friday": "easter-2",
      "All Saints": "11-01",
      "Acadian Day": "thu 4 11 +1"
    },
    hours: [
      marketing(
        "Mon-Sat 08:00-20:00",
        "CLOSED",
        "La. Public Service Commission, Do Not Call General Order",
        "medium",
        sectionOpen
      )
    ]
  },
  ME: {
    name: "Maine",
    areaCodes: "207",
    hours: [marketing("Mon-Fri 09:00-17:00", "OPEN", "10 M.R.S. § 1498, automated calling devices", "medium")],
    caps: [
      {
        id: "marketing-8-hours",
        purposes: ["MARKETING"],
        calls: 1,
        within: { hours: 8 },
        text: "10 M.R.S. § 1498, automated calling devices",
        checked,
        confidence: "medium"
      }
    ]
  },
  MD: {
    name: "Maryland",
    areaCodes: "227 240 301 410 443 667",
    hours: [
      marketing(
        "Mon-Sun 08:00-20:00",
        "OPEN",
        "Md. Code, Com. Law § 14-4501 ff. (Stop the Spam Calls Act of 2023)",
        "high"
      )
    ],
    caps: [threeADay("Md. Code, Com. Law § 14-4501 ff. (Stop the Spam Calls Act of 2023)")]
  },
  MA: {
    name: "Massachusetts",
    areaCodes: "339 351 413 508 617 774 781 857 978",
    hours: [marketing("Mon-Sun 08:00-20:00", "OPEN", "M.G.L. c. 159C, § 3; 201 CMR 12.02", "high")],
    caps: [debtInSevenDays(2, "940 CMR 7.04(1)(f); 209 CMR 18", "high")]
  },
  MI: {
    name: "Michigan",
    areaCodes: "231 248 269 313 517 586 616 679 734 810 906 947 989",
    hours: [marketing("Mon-Sun 09:00-21:00", "OPEN", "MCL 445.111 ff.", "medium", sectionOpen)]
  },
  MN: {
    name: "Minnesota",
    areaCodes: "218 320 507 612 651 763 924 952",
    hours: [marketing("Mon-Sun 09:00-21:00", "OPEN", "Minn. Stat. § 325E.30", "high")]
  },
  MS: {
    name: "Mississippi",
    areaCodes: "228 471 601 662 769",
    holidays: federalHolidays,
    hours: [
      marketing(
        "Mon-Sat 08:00-20:00",
        "CLOSED",
        "Miss. Code § 77-3-701 ff.; § 3-3-7 on holidays",
        "medium",
        sectionOpen
      )
    ]
  },
  NE: {
    name: "Nebraska",
    areaCodes: "308 402 531",
    holidays: { ...federalHolidays, "Arbor Day": "fri -1 04", "Day after Thanksgiving": "thu 4 11 +1" },
    hours: [
      marketing(
        "Mon-Sat 08:00-21:00; Sun 13:00-21:00",
        "AS_SUNDAY",
        "Neb. Admin. Code tit. 291, ch. 11, § 3, prerecorded messages",
        "medium"
      )
    ]
  },
  NV: {
    name: "Nevada",
    areaCodes: "702 725 775",
    hours: [marketing("Mon-Sun 09:00-20:00", "OPEN", "NRS ch. 228 and 599B", "medium", sectionOpen)]
  },
  NM: {
    name: "New Mexico",
    areaCodes: "505 575",
    hours: [marketing("Mon-Sun 09:00-21:00", "OPEN", "N.M. Stat. § 57-12-22", "high")]
  },
  OK: {
    name: "Oklahoma",
    areaCodes: "405 539 572 580 918",
    hours: [marketing("Mon-Sun 08:00-20:00", "OPEN", "Okla. Stat. tit. 15, § 775C.4", "high")],
    caps: [threeADay("Okla. Stat. tit. 15, § 775C.4")]
  },
  OR: {
    name: "Oregon",
    areaCodes: "458 503 541 971",
    hours: [marketing("Mon-Sun 09:00-21:00", "OPEN", "ORS 646A.370 ff., automatic dialing devices", "low")]
  },
  PA: {
    name: "Pennsylvania",
    areaCodes: "215 223 267 272 412 445 484 570 582 610 717 724 814 835 878",
    holidays: { ...federalHolidays, "Good Friday": "easter-2", "Flag Day": "06-14" },
    hours: [
      marketing(
        "Mon-Sat 09:00-21:00; Sun 13:30-21:00",
        "CLOSED",
        "73 P.S. § 2241 ff., as amended by Act 78 of 2019 (holidays)",
        "medium",
        "The hours of Sundays are a cautious reading"
      )
    ]
  },
  RI: {
    name: "Rhode Island",
    areaCodes: "401",
    holidays: { ...federalHolidays, "Victory Day": "mon 2 08" },
    hours: [marketing("Mon-Fri 09:00-18:00; Sat 10:00-17:00", "CLOSED", "R.I. Gen. Laws § 5-61-3.6", "high")]
  },
  SD: {
    name: "South Dakota",
    areaCodes: "605",
    hours: [marketing("Mon-Sat 09:00-21:00", "OPEN", "SDCL ch. 37-30A and 49-31", "medium", sectionOpen)]
  },
  TX: {
    name: "Texas",
    areaCodes:
      "210 214 254 281 325 346 361 409 430 432 469 512 621 682 713 726 737 806 817 830 832 903 915 936 940 945 956 972 979",
    hours: [marketing("Mon-Sat 09:00-21:00; Sun 12:00-21:00", "OPEN", "Tex. Bus. & Com. Code § 301.051", "high")]
  },
  UT: {
    name: "Utah",
    areaCodes: "385 435 801",
    holidays: { ...federalHolidays, "Pioneer Day": "07-24 near" },
    hours: [marketing("Mon-Sat 08:00-21:00", "CLOSED", "Utah Code § 13-25a-103", "high")]
  },
  WA: {
    name: "Washington",
    areaCodes: "206 253 360 425 509 564",
    hours: [marketing("Mon-Sun 08:00-20:00", "OPEN", "RCW 80.36.390; RCW 19.158.110", "high")],
    caps: [debtInSevenDays(3, "RCW 19.16.250(13)", "medium")]
  },
  WY: {
    name: "Wyoming",
    areaCodes: "307",
    hours: [marketing("Mon-Sun 08:00-20:00", "OPEN", "Wyo. Stat. § 40-12-301 ff.", "medium", sectionOpen)]
  }
}
