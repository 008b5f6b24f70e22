import { Schema } from "effect"

/** Why people are called, as laws distinguish it. */
export const Purpose = Schema.Literals(["MARKETING", "DEBT", "SERVICE", "MEDICAL"])
export type Purpose = typeof Purpose.Type

/** For rules that hold whatever the purpose. */
export const everyPurpose = Purpose.literals

/** Where a rule comes from, for the compliance officer who checks it. */
export interface LawSource {
  /** The statute, regulation or code, with its section. */
  readonly text: string
  /** The day on which the entry was last compared with its source. */
  readonly checked: string
  /**
   * `high`: a statute whose wording is known; `medium`: the rule is known, but its wording, section or scope is not
   * certain; `low`: a code of an industry, custom or a cautious reading.
   */
  readonly confidence: "high" | "medium" | "low"
  readonly note?: string
}

interface Rule extends LawSource {
  /** Unique within the law, such as `marketing-hours`. */
  readonly id: string
  readonly purposes: ReadonlyArray<Purpose>
}

/** The hours in which calls may begin, such as `Mon-Fri 10:00-13:00 14:00-20:00; Sat 10:00-16:00`. */
export interface LegalHours extends Rule {
  readonly hours: string
  /** Public holidays: without a difference, without calls, or with the hours of a Sunday. */
  readonly holidays: "OPEN" | "CLOSED" | "AS_SUNDAY"
  /** Whether the day before a public holiday has the hours of a Saturday. */
  readonly eves?: "AS_SATURDAY"
}

/** The maximum number of calls to a number: on a calendar day of the person, or within some hours. */
export interface LegalCap extends Rule {
  readonly calls: number
  readonly within: "DAY" | { readonly hours: number }
}

/** The days without calls after the person refused, or after a conversation with them. */
export interface LegalPause extends Rule {
  readonly after: "REFUSAL" | "CONVERSATION"
  readonly days: number
}

/** The numbers from which the law wants such calls to come. */
export interface LegalSeries extends Rule {
  /** How these numbers begin, in the form E.164. No other call may come from them. */
  readonly prefix: string
  /** ONLY: from no other number; IF_OWNED: before other numbers, where the organization has one. */
  readonly binding: "ONLY" | "IF_OWNED"
  readonly says: string
}

/** A duty before or during a call that the dialer does not decide on, such as to announce a recording. */
export interface LegalNotice extends Rule {
  readonly duty: string
}

/** A public holiday by its name: see `holidaysOf` for the forms of its date. */
export type Holidays = Readonly<Record<string, string>>

/** The rules of a country, or of a part of it. Without an entry for a purpose, only the common hours apply. */
export interface LawRules {
  readonly name: string
  readonly holidays?: Holidays
  readonly hours?: ReadonlyArray<LegalHours>
  readonly caps?: ReadonlyArray<LegalCap>
  readonly pauses?: ReadonlyArray<LegalPause>
  readonly series?: ReadonlyArray<LegalSeries>
  readonly notices?: ReadonlyArray<LegalNotice>
}

/** A part of a country with rules of its own, which add to those of the country. */
export interface LawOfArea extends LawRules {
  /** The area codes of its numbers, separated by spaces. */
  readonly areaCodes: string
}

export interface LawOfCountry extends LawRules {
  /** ISO 3166 code. */
  readonly country: string
  /** By their own codes, such as FL. */
  readonly areas?: Readonly<Record<string, LawOfArea>>
  /** Sentences about gaps and doubts that belong to no single rule. */
  readonly remarks?: ReadonlyArray<string>
}

/** The day on which the entries of this release were compared with their sources. */
export const checked = "2026-11-27"
