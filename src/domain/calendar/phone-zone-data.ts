// Facts about numbering plans and time zones. Zones that always keep the same time are represented by one of them.

/** Countries with a single time zone, keyed by the first part of the zone's name: country:rest of the zone's name. */
export const countriesWithOneZone: Readonly<Record<string, string>> = {
  Atlantic: `
    AC:St_Helena BM:Bermuda CV:Cape_Verde FK:Stanley FO:Faroe IS:Reykjavik SH:St_Helena TA:St_Helena`,
  Europe: `
    AD:Andorra AL:Tirane AT:Vienna AX:Mariehamn BA:Sarajevo BE:Brussels BG:Sofia BY:Minsk CH:Zurich CZ:Prague
    DE:Berlin DK:Copenhagen EE:Tallinn FI:Helsinki FR:Paris GB:London GG:Guernsey GI:Gibraltar GR:Athens HR:Zagreb
    HU:Budapest IE:Dublin IM:Isle_of_Man IT:Rome JE:Jersey LI:Vaduz LT:Vilnius LU:Luxembourg LV:Riga MC:Monaco
    MD:Chisinau ME:Podgorica MK:Skopje MT:Malta NL:Amsterdam NO:Oslo PL:Warsaw RO:Bucharest RS:Belgrade SE:Stockholm
    SI:Ljubljana SK:Bratislava SM:San_Marino TR:Istanbul UA:Kyiv VA:Vatican XK:Belgrade`,
  Asia: `
    AE:Dubai AF:Kabul AM:Yerevan AZ:Baku BD:Dhaka BH:Bahrain BN:Brunei BT:Thimphu CN:Shanghai CY:Nicosia GE:Tbilisi
    HK:Hong_Kong IL:Jerusalem IN:Kolkata IQ:Baghdad IR:Tehran JO:Amman JP:Tokyo KG:Bishkek KH:Phnom_Penh
    KP:Pyongyang KR:Seoul KW:Kuwait KZ:Almaty LA:Vientiane LB:Beirut LK:Colombo MM:Yangon MO:Macau MY:Kuala_Lumpur
    NP:Kathmandu OM:Muscat PH:Manila PK:Karachi PS:Gaza QA:Qatar SA:Riyadh SG:Singapore SY:Damascus TH:Bangkok
    TJ:Dushanbe TL:Dili TM:Ashgabat TW:Taipei UZ:Tashkent VN:Ho_Chi_Minh YE:Aden`,
  America: `
    AG:Antigua AI:Anguilla AR:Argentina/Buenos_Aires AW:Aruba BB:Barbados BL:St_Barthelemy BO:La_Paz BQ:Kralendijk
    BS:Nassau BZ:Belize CO:Bogota CR:Costa_Rica CU:Havana CW:Curacao DM:Dominica DO:Santo_Domingo GD:Grenada
    GF:Cayenne GP:Guadeloupe GT:Guatemala GY:Guyana HN:Tegucigalpa HT:Port-au-Prince JM:Jamaica KN:St_Kitts
    KY:Cayman LC:St_Lucia MF:Marigot MQ:Martinique MS:Montserrat NI:Managua PA:Panama PE:Lima PM:Miquelon
    PR:Puerto_Rico PY:Asuncion SR:Paramaribo SV:El_Salvador SX:Lower_Princes TC:Grand_Turk TT:Port_of_Spain
    UY:Montevideo VC:St_Vincent VE:Caracas VG:Tortola VI:St_Thomas`,
  Africa: `
    AO:Luanda BF:Ouagadougou BI:Bujumbura BJ:Porto-Novo BW:Gaborone CF:Bangui CG:Brazzaville CI:Abidjan CM:Douala
    DJ:Djibouti DZ:Algiers EG:Cairo EH:El_Aaiun ER:Asmara ET:Addis_Ababa GA:Libreville GH:Accra GM:Banjul GN:Conakry
    GQ:Malabo GW:Bissau KE:Nairobi LR:Monrovia LS:Maseru LY:Tripoli MA:Casablanca ML:Bamako MR:Nouakchott
    MW:Blantyre MZ:Maputo NA:Windhoek NE:Niamey NG:Lagos RW:Kigali SD:Khartoum SL:Freetown SN:Dakar SO:Mogadishu
    SS:Juba ST:Sao_Tome SZ:Mbabane TD:Ndjamena TG:Lome TN:Tunis TZ:Dar_es_Salaam UG:Kampala ZA:Johannesburg
    ZM:Lusaka ZW:Harare`,
  Pacific: `
    AS:Pago_Pago CK:Rarotonga FJ:Fiji GU:Guam MH:Majuro MP:Saipan NC:Noumea NF:Norfolk NR:Nauru NU:Niue PW:Palau
    SB:Guadalcanal TK:Fakaofo TO:Tongatapu TV:Funafuti VU:Efate WF:Wallis WS:Apia`,
  Indian: `
    CC:Cocos CX:Christmas IO:Chagos KM:Comoro MG:Antananarivo MU:Mauritius MV:Maldives RE:Reunion SC:Mahe YT:Mayotte`,
  Arctic: `
    SJ:Longyearbyen`
}

/** All zones of the countries with several, whether or not the table of prefixes knows more. */
export const countriesWithSeveralZones: Readonly<Record<string, string>> = {
  AU: `
    Australia/Lord_Howe Australia/Sydney Australia/Adelaide Australia/Brisbane Australia/Darwin Australia/Eucla
    Australia/Perth`,
  BR: "America/Noronha America/Sao_Paulo America/Manaus America/Rio_Branco",
  CA: `
    America/St_Johns America/Halifax America/Blanc-Sablon America/Toronto America/Atikokan America/Winnipeg
    America/Regina America/Edmonton America/Cambridge_Bay America/Whitehorse America/Vancouver`,
  CD: "Africa/Kinshasa Africa/Lubumbashi",
  CL: "America/Santiago America/Punta_Arenas Pacific/Easter",
  EC: "America/Guayaquil Pacific/Galapagos",
  ES: "Europe/Madrid Atlantic/Canary",
  FM: "Pacific/Chuuk Pacific/Pohnpei",
  GL: "America/Nuuk America/Thule",
  ID: "Asia/Jakarta Asia/Makassar Asia/Jayapura",
  KI: "Pacific/Tarawa Pacific/Enderbury Pacific/Kiritimati",
  MN: "Asia/Ulaanbaatar Asia/Hovd",
  MX: "America/Mexico_City America/Cancun America/Matamoros America/Ciudad_Juarez America/Mazatlan America/Tijuana",
  NZ: "Pacific/Auckland Pacific/Chatham",
  PF: "Pacific/Tahiti Pacific/Marquesas Pacific/Gambier",
  PG: "Pacific/Port_Moresby Pacific/Bougainville",
  PT: "Europe/Lisbon Atlantic/Azores",
  RU: `
    Europe/Kaliningrad Europe/Moscow Europe/Samara Asia/Yekaterinburg Asia/Omsk Asia/Krasnoyarsk Asia/Irkutsk
    Asia/Yakutsk Asia/Vladivostok Asia/Magadan Asia/Kamchatka`,
  US: `
    America/New_York America/Chicago America/Denver America/Phoenix America/Los_Angeles America/Anchorage
    America/Adak Pacific/Honolulu`
}

/** Area codes of +1 in the United States and Canada, by the zones in which their people live. */
export const northAmericanAreaCodes: Readonly<Record<string, string>> = {
  "America/New_York": `
    201 202 203 207 212 215 216 220 223 227 229 231 234 239 240 248 252 260 267 269 272 276 283 301 302 304 305 313
    315 317 321 324 326 329 330 332 336 339 347 351 352 363 380 386 401 404 407 410 412 413 419 434 436 440 443 445
    463 465 470 472 475 478 484 502 508 513 516 517 518 540 551 561 567 570 571 582 585 586 603 607 609 610 614 616
    617 624 631 640 645 646 656 667 678 679 680 681 686 689 703 704 706 716 717 718 724 727 728 732 734 740 743 754
    757 762 765 770 771 772 774 781 786 802 803 804 810 813 814 821 826 828 835 838 839 843 845 848 854 856 857 859
    860 862 863 864 865 878 904 908 910 912 914 917 919 929 934 937 941 943 947 948 954 959 973 978 980 984 989`,
  "America/Chicago": `
    205 210 214 217 218 224 225 228 235 251 254 256 262 274 281 309 312 314 316 318 319 320 325 327 331 334 337 346
    353 361 402 405 409 414 417 430 432 447 457 464 469 471 479 483 501 504 507 512 515 531 534 539 557 563 572 573
    580 601 608 612 615 618 621 629 630 636 641 651 659 660 662 682 708 712 713 715 726 730 731 737 763 769 773 779
    806 815 816 817 830 832 847 861 870 872 901 903 913 918 920 924 931 936 938 940 945 952 956 972 975 979 985`,
  "America/Denver": "303 307 385 406 435 505 575 719 720 748 801 915 970 983",
  "America/Phoenix": "480 520 602 623",
  "America/Los_Angeles": `
    206 209 213 253 279 310 323 341 350 357 360 369 408 415 424 425 442 503 509 510 530 559 562 564 619 626 628 650 657
    661 669 702 707 714 725 738 747 760 805 818 820 831 837 840 858 909 916 925 949 951 971`,
  "Pacific/Honolulu": "808",
  "America/Toronto": `
    226 249 263 289 343 354 365 382 416 437 438 450 468 514 519 548 579 613 647 683 705 742 753 819 873 905 942`,
  "America/Halifax": "428 506 782 902",
  "America/Winnipeg": "204 431 584",
  "America/Edmonton": "368 403 587 780 825",
  "America/Vancouver": "604",
  "America/New_York America/Chicago": "219 270 364 423 574 606 729 812 850 906 930 448",
  "America/Chicago America/Denver": "308 605 620 701 785",
  "America/Denver America/Phoenix": "928",
  "America/Denver America/Los_Angeles": "208 458 541 775 986",
  "America/Anchorage America/Adak": "907",
  "America/Toronto America/Halifax America/Blanc-Sablon": "367 418 581",
  "America/Toronto America/Atikokan America/Winnipeg": "807",
  "America/St_Johns America/Halifax": "709 879",
  "America/Regina America/Edmonton": "306 474 639",
  "America/Edmonton America/Fort_Nelson America/Vancouver": "236 250 257 672 778",
  "America/Toronto America/Atikokan America/Winnipeg America/Edmonton America/Cambridge_Bay America/Whitehorse": "867"
}

/** Prefixes of other countries, country code first; the longest that fits counts. Mobile numbers have none. */
export const prefixes: Readonly<Record<string, string>> = {
  "Europe/Kaliningrad": "7401",
  "Europe/Moscow": "7365 747 748 749 781 782 783 784 785 786 787",
  "Europe/Samara": "7341 7842 7845 7846 7848 7851",
  "Asia/Yekaterinburg": "734 735",
  "Asia/Omsk": "7381",
  "Asia/Krasnoyarsk": "7382 7383 7384 7385 7388 7390 7391 7394",
  "Asia/Irkutsk": "7301 7395",
  "Asia/Yakutsk": "7302 7416",
  "Asia/Yakutsk Asia/Vladivostok Asia/Magadan": "7411",
  "Asia/Vladivostok": "7421 7423 7426",
  "Asia/Magadan": "7413 7424",
  "Asia/Kamchatka": "7415 7427",
  "America/Sao_Paulo": "551 552 553 554 557 558 5561 5562 5563 5564 5591 5593 5594 5596 5598 5599",
  "America/Sao_Paulo America/Noronha": "5581",
  "America/Manaus": "5565 5566 5567 5569 5592 5595",
  "America/Manaus America/Rio_Branco": "5597",
  "America/Rio_Branco": "5568",
  "Australia/Sydney": "612 613",
  "Australia/Lord_Howe": `
    61255053 61255143 61255213 61255280 61255307 61255369 61255413 61255568 61255936 61255937 61265080 61265081
    61265082 61265099 61265164 61265251 61265296 61265341 61265606 61265632 61265998`,
  "Australia/Brisbane": "617",
  "Australia/Brisbane Australia/Sydney": "61755",
  "Australia/Adelaide": "6187 6188",
  "Australia/Darwin": "61889",
  "Australia/Sydney Australia/Adelaide Australia/Darwin Australia/Perth": "6185",
  "Australia/Perth": "6186 6189",
  "Australia/Adelaide Australia/Eucla Australia/Perth": "6189039",
  "Indian/Cocos": "6189162",
  "Indian/Christmas": "6189164",
  "Asia/Jakarta": "622 6231 6232 6233 6234 6235 62513 62515 62519 62522 62525 62528 6253 6256 626 627",
  "Asia/Makassar": "6236 6237 6238 624 62511 62512 62517 62518 62526 62527 6254 6255",
  "Asia/Jayapura": "629",
  "America/Santiago": "562 5633 5634 5635 564 5651 5652 5653 5655 5657 5658 5663 5664 5665 5671 5672 5673 5674 5675",
  "America/Santiago Pacific/Easter": "5632",
  "America/Punta_Arenas": "5661 5667",
  "Europe/Madrid": "348 349",
  "Atlantic/Canary": "34822 34828 34922 34928",
  "Europe/Madrid Atlantic/Canary": "3480 3490",
  "Europe/Lisbon": "3512",
  "Atlantic/Azores": "351292 351295 351296",
  "Africa/Kinshasa": "2431",
  "Africa/Lubumbashi": "2432",
  "America/Guayaquil": "5932 5933 5934 5936 5937",
  "Pacific/Auckland": "643 644 646 647 649",
  "Pacific/Chatham": "643305",
  "Asia/Ulaanbaatar": "97611 97612 97613 97615 97621 97622 97623 97625",
  "Asia/Hovd": "97614 97624",
  "America/Nuuk": "2993 2996 2998 2999",
  "America/Thule": "29997",
  "Pacific/Chuuk": "69133 69135",
  "Pacific/Pohnpei": "69132 69137"
}
