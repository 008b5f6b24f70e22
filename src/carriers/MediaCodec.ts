/** Capabilities of a carrier's media stream. */
interface MediaCapabilities {
  /** Whether audio that was sent but not played can be dropped, and what happens to the marks in it. */
  readonly clear: "echoes-marks" | "keeps-marks" | "none"
  /** Whether frames arrive in the order in which they were spoken. */
  readonly ordered: boolean
  /** Whether keys that the agent sends reach the other side: as tones in its audio. */
  readonly carriesTones: boolean
}

/** First data of a stream. */
export interface StreamStart {
  readonly streamId: string
  readonly callSid: string
  readonly account: string
  /** Parameters that were given to the carrier with the call. */
  readonly parameters: Readonly<Record<string, string>>
}

/** A message of a carrier, decoded. */
export type MediaMessage =
  | { readonly kind: "connected" }
  | { readonly kind: "start"; readonly start: StreamStart }
  | {
      readonly kind: "audio"
      readonly audio: Uint8Array
      /** Time of the first sample since the start of the stream. */
      readonly atMillis: number
    }
  | { readonly kind: "digit"; readonly digit: string }
  | { readonly kind: "mark"; readonly name: string }
  | { readonly kind: "stop" }
  /** Well formed, but of an unknown kind. */
  | { readonly kind: "unknown"; readonly event: string }
  | { readonly kind: "malformed"; readonly problem: string }

/** Decodes and encodes the messages of a carrier's media stream. Pure and without state. */
export interface MediaCodec {
  readonly capabilities: MediaCapabilities
  /** Decodes a message. Never throws, whatever the message is. */
  readonly read: (message: string | Uint8Array) => MediaMessage
  readonly audio: (streamId: string, audio: Uint8Array) => string
  readonly mark: (streamId: string, name: string) => string
  readonly clear: (streamId: string) => string
}
