import { dayMillis } from "../calendar/local-time.ts"
import type { Purpose } from "../law/Law.ts"

/** A registry of numbers that must not be called, as a law or an industry keeps it. */
export interface Registry {
  readonly code: string
  readonly name: string
  /** ISO code of the country whose numbers it lists; null for a list of one's own, which may have any number. */
  readonly country: string | null
  /** Maximum age of a list, days; null if no rule gives one. */
  readonly maxAgeDays: number | null
  /** Whether it forbids marketing only, so that service calls and collections go on. */
  readonly forMarketing: boolean
  /** The rule that gives the age, for people who check it. */
  readonly source: string
}

/**
 * The registries that a list can be of. An age without a rule of its own is that of the shortest interval at which the
 * registry is published. None was read at the source: `docs/registries.md` says so.
 */
export const registries: ReadonlyArray<Registry> = [
  of("OTHER", "Another list", null, null, false, "Your own: it blocks every call, whatever the campaign is for"),
  of("US_NATIONAL", "National Do Not Call Registry", "US", 31, true, "16 CFR 310.4(b)(3)(iv)"),
  of("US_STATE", "Do Not Call list of a state", "US", 31, true, "The state's own act; the federal interval is used"),
  of("US_LITIGATORS", "Known litigators", "US", null, false, "No rule: a list of a vendor"),
  of("CA_DNCL", "National Do Not Call List", "CA", 31, true, "CRTC Unsolicited Telecommunications Rules, part II"),
  of("GB_TPS", "Telephone Preference Service", "GB", 28, true, "PECR 2003, regulation 21"),
  of("GB_CTPS", "Corporate Telephone Preference Service", "GB", 28, true, "PECR 2003, regulation 21"),
  of("IE_NDD", "National Directory Database opt-out", "IE", 28, true, "S.I. 336/2011, regulation 13"),
  of("FR_BLOCTEL", "Bloctel", "FR", 30, true, "Code de la consommation, article L223-1"),
  of("DE_ROBINSON", "Robinsonliste", "DE", 30, true, "No rule: an industry's list"),
  of("AT_ROBINSON", "Robinsonliste", "AT", 30, true, "No rule: an industry's list"),
  of("ES_ROBINSON", "Lista Robinson", "ES", 30, true, "Ley Orgánica 3/2018, article 23"),
  of("IT_RPO", "Registro pubblico delle opposizioni", "IT", 15, true, "D.P.R. 26/2022, article 8"),
  of("BE_DNCM", "Do Not Call Me", "BE", 30, true, "Code of Economic Law, article VI.111"),
  of("DK_ROBINSON", "Robinsonlisten", "DK", 90, true, "Forbrugeraftaleloven, section 4"),
  of("NO_RESERVATION", "Reservasjonsregisteret", "NO", 30, true, "Markedsføringsloven, section 12"),
  of("SE_NIX", "NIX-Telefon", "SE", 30, true, "No rule: an industry's list"),
  of("AU_DNCR", "Do Not Call Register", "AU", 30, true, "Do Not Call Register Act 2006, section 11"),
  of("NZ_DNC", "Do Not Call list of the Marketing Association", "NZ", 30, true, "No rule: an industry's list"),
  of("SG_DNC", "Do Not Call Registry", "SG", 21, true, "PDPA 2012, section 43"),
  of("IN_NCPR", "National Customer Preference Register", "IN", 7, true, "TCCCPR 2018, schedule II"),
  of("MX_REPEP", "Registro Público para Evitar Publicidad", "MX", 30, true, "LFPC, article 18"),
  of("BR_NAO_PERTURBE", "Não Me Perturbe", "BR", 30, true, "No rule: an industry's list")
]

function of(
  code: string,
  name: string,
  country: string | null,
  maxAgeDays: number | null,
  forMarketing: boolean,
  source: string
): Registry {
  return { code, name, country, maxAgeDays, forMarketing, source }
}

const byCode = new Map(registries.map((registry) => [registry.code, registry]))

export const registryOf = (code: string): Registry | undefined => byCode.get(code)

/** Whether the list of a registry forbids calls for these purposes. */
export const forbids = ({ forMarketing }: Registry, purposes: ReadonlyArray<Purpose>): boolean =>
  !forMarketing || purposes.includes("MARKETING")

/** The last day on which a list of this date may be used; undefined without an age. */
export const validUntil = ({ maxAgeDays }: Registry, dated: string): string | undefined =>
  maxAgeDays === null
    ? undefined
    : new Date(Date.parse(`${dated}T00:00Z`) + maxAgeDays * dayMillis).toISOString().slice(0, 10)

/** How the numbers of a country are written. */
export interface NumberPlan {
  /** The code with which its numbers begin. North America shares one: the area code distinguishes its countries. */
  readonly code: string
  /** Most digits of a number without the code and without a leading 0. */
  readonly digits: number
}

export const numberPlans: Readonly<Record<string, NumberPlan>> = {
  US: { code: "1", digits: 10 },
  CA: { code: "1", digits: 10 },
  GB: { code: "44", digits: 10 },
  IE: { code: "353", digits: 9 },
  FR: { code: "33", digits: 9 },
  DE: { code: "49", digits: 11 },
  AT: { code: "43", digits: 13 },
  ES: { code: "34", digits: 9 },
  IT: { code: "39", digits: 11 },
  BE: { code: "32", digits: 9 },
  DK: { code: "45", digits: 8 },
  NO: { code: "47", digits: 8 },
  SE: { code: "46", digits: 9 },
  AU: { code: "61", digits: 9 },
  NZ: { code: "64", digits: 10 },
  SG: { code: "65", digits: 8 },
  IN: { code: "91", digits: 10 },
  MX: { code: "52", digits: 10 },
  BR: { code: "55", digits: 11 }
}
