import { withoutAccents, wordsOf } from "../text/words.ts"
import { isKnownZone } from "./local-time.ts"

/**
 * The IANA zone that a person means by the place or time zone they named: "IST", "New York time", "Dubai". A name that
 * several zones share means the person's own zone if it is one of them. Undefined if the name is unknown.
 */
export const zoneOfPlace = (place: string, own: string): string | undefined => {
  if (place.includes("/")) return isKnownZone(place) ? place : undefined
  const name = wordsOf(withoutAccents(place))
    .filter((word) => !fillers.has(word))
    .join(" ")
  if (name === "") return own
  return shared.find(({ names, zones }) => names.includes(name) && zones.includes(own)) === undefined
    ? (named.get(name) ?? cities.get(name))
    : own
}

/** Words that do not name a zone. A name without any other word, such as "local time", means the person's own zone. */
const fillers = new Set(
  [
    "time timezone zone standard daylight summer the in of as per local my our here ka ke ki samay समय टाइम का के की",
    "zeit uhr nach hora horas horario heure heures ora di de da del do saati saatiyle время времени по waktu jam"
  ].flatMap((words) => words.split(" "))
)

const zonesOfUsa = "New_York Detroit Chicago Denver Phoenix Los_Angeles Anchorage"
  .split(" ")
  .map((city) => `America/${city}`)

/**
 * Names that mean the person's own zone to people who live in one of these zones. Names of countries with several
 * zones have no other meaning.
 */
const shared: ReadonlyArray<{ readonly names: ReadonlyArray<string>; readonly zones: ReadonlyArray<string> }> = [
  { names: ["us", "usa", "american", "america", "united states"], zones: [...zonesOfUsa, "Pacific/Honolulu"] },
  { names: ["australian", "australia"], zones: ["Australia/Sydney", "Australia/Melbourne", "Australia/Brisbane"] },
  { names: ["ist"], zones: ["Europe/Dublin", "Asia/Jerusalem"] },
  { names: ["cst"], zones: ["Asia/Shanghai", "Asia/Taipei", "America/Havana"] },
  { names: ["bst"], zones: ["Asia/Dhaka"] },
  { names: ["gulf"], zones: ["Asia/Riyadh", "Asia/Kuwait", "Asia/Qatar", "Asia/Bahrain"] },
  { names: ["eastern", "est"], zones: ["Australia/Sydney", "Australia/Melbourne", "Australia/Brisbane"] },
  { names: ["mst", "mountain"], zones: ["America/Phoenix"] }
]

// People say EST all year round and mean the local time of New York.
const named = new Map(
  Object.entries({
    "Asia/Kolkata":
      "ist|indian|india|bharat|hindustan|bharatiya|भारत|भारतीय|इंडिया|इंडियन|kolkata|mumbai|bombay|delhi|new delhi|bangalore|bengaluru|chennai|hyderabad|pune|मुंबई|दिल्ली",
    "America/New_York":
      "est|edt|et|eastern|east coast|new york city|nyc|ny|boston|washington|washington dc|florida|miami|atlanta|new jersey|philadelphia|न्यूयॉर्क",
    "America/Chicago": "cst|cdt|ct|central|dallas|houston|austin",
    "America/Denver": "mst|mdt|mt|mountain|colorado",
    "America/Phoenix": "arizona",
    "America/Los_Angeles":
      "pst|pdt|pt|pacific|west coast|california|san francisco|la|seattle|san diego|las vegas|bay area",
    "Asia/Dubai": "gst|uae|emirates|gulf|abu dhabi|sharjah|दुबई",
    "Asia/Riyadh": "saudi|saudi arabia|ksa|jeddah|सऊदी",
    "Asia/Qatar": "doha",
    "Asia/Muscat": "oman",
    "Europe/London": "uk|british|britain|england|bst|united kingdom|great britain|लंदन",
    "Europe/Paris": "frankreich|francia|francaise|cet|cest|central european|france|french",
    "Europe/Berlin":
      "mez|mesz|deutschland|deutsche|deutscher|alemania|allemagne|germania|germany|german|munich|frankfurt",
    "Asia/Singapore": "sgt",
    "Asia/Hong_Kong": "hkt",
    "Asia/Kathmandu": "nepal|nepali",
    "Asia/Karachi": "pakistan|pkt|lahore",
    "Asia/Dhaka": "bangladesh",
    "Asia/Colombo": "sri lanka",
    "Australia/Sydney": "aest|aedt",
    "America/Toronto": "ontario",
    "Asia/Tokyo": "japanese|日本|日本時間|東京|jst|japan",
    "Europe/Madrid": "spain|spanish|espana|espanola",
    "Europe/Rome": "italy|italian|italia|italiana|rom",
    "Europe/Vienna": "austria|austrian|osterreich|wien",
    "Europe/Zurich": "switzerland|swiss|schweiz|suisse",
    "Europe/Amsterdam": "netherlands|dutch|holland|nederland|nederlandse",
    "Europe/Warsaw": "poland|polish|polska|warszawa",
    "Europe/Istanbul": "turkey|turkish|turkiye",
    "Europe/Moscow": "msk|москва|москве|московское|московскому|moskau",
    "America/Sao_Paulo": "brasilia",
    "America/Mexico_City": "cdmx|ciudad mexico",
    "Asia/Shanghai": "china|chinese|beijing|北京|北京时间|中国",
    "Asia/Seoul": "korea|korean|south korea|kst|한국|서울",
    "Asia/Bangkok": "thailand|thai",
    "Asia/Ho_Chi_Minh": "vietnam|vietnamese|viet nam|hanoi",
    "Asia/Jakarta": "wib",
    "Asia/Makassar": "wita|bali",
    "Africa/Cairo": "egypt|egyptian",
    UTC: "utc|gmt|greenwich mean|zulu"
  }).flatMap(([zone, names]) => names.split("|").map((name) => [name, zone] as const))
)

/** City names from the zone names: "new york" for America/New_York. */
const cities = new Map(
  Intl.supportedValuesOf("timeZone").map((zone) => [
    zone
      .slice(zone.lastIndexOf("/") + 1)
      .replaceAll("_", " ")
      .toLowerCase(),
    zone
  ])
)
