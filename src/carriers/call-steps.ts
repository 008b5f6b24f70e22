/** A step that a carrier takes in an answered call. The call ends after the last one. */
export type CallStep =
  /** Opens a media stream, until the service closes it. */
  | { readonly do: "stream"; readonly attemptId: string; readonly url: string }
  /**
   * Rings a target and connects it with the person. When that is over, or the target has not answered, the carrier asks `next`
   * for the next steps.
   */
  | {
      readonly do: "dial"
      /** A number in E.164, or a SIP address. */
      readonly to: string
      /** The number that the target sees. */
      readonly from: string
      readonly ringSeconds: number
      readonly limitSeconds: number
      readonly next: string
    }
  /** Connects all calls that meet in a room. The first that leaves it ends the meeting for the others. */
  | {
      readonly do: "meet"
      readonly room: string
      readonly limitSeconds: number
      /** The carrier asks for the next steps here when the meeting is over; null: the call ends. */
      readonly next: string | null
    }
  /** Says a text with the carrier's own voice, and waits for a key. The carrier reports it to `next`. */
  | { readonly do: "ask"; readonly text: string; readonly language: string; readonly next: string }
  | { readonly do: "say"; readonly text: string; readonly language: string }

/** How a target was reached, as the carrier reports it when the connection is over. */
export interface DialEnd {
  readonly callSid: string
  /** The account of an organization that has sent the report; left out for that of the installation. */
  readonly ownAccount?: string
  readonly result: "ANSWERED" | "BUSY" | "NO_ANSWER" | "FAILED" | "CANCELED"
  /** The carrier's id of the target's leg; null if there was none. */
  readonly legSid: string | null
  /** Seconds from the target's answer to its end. */
  readonly seconds: number
}

/** A person has called one of the numbers of the service. */
export interface InboundCall {
  readonly callSid: string
  /** The caller's number in E.164; null if it is withheld, or proven to be another's. */
  readonly from: string | null
  readonly to: string
  /** The account of an organization whose number it is; left out for that of the installation. */
  readonly ownAccount?: string
}
