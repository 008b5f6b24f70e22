/** What a carrier's media stream can do. */
export interface MediaCapabilities {
  readonly encoding: "mulaw"
  readonly sampleRate: 8000
  /** Of the audio that comes in. */
  readonly frameMillis: number
  /** Tells when audio sent before a mark has been played. */
  readonly marks: boolean
  /** Drops audio that was sent and not played; what becomes of the marks in it. */
  readonly clear: "echoes-marks" | "keeps-marks" | "none"
  /** Frames come in the order in which they were spoken. */
  readonly ordered: boolean
  /** Keys can be pressed over the stream. */
  readonly sendsDigits: boolean
}

/** The beginning of a stream. */
export interface StreamStart {
  readonly streamId: string
  readonly callSid: string
  readonly account: string
  /** As we gave them to the carrier with the call. */
  readonly parameters: Readonly<Record<string, string>>
}

/** One message of a carrier, in our words. */
export type MediaMessage =
  | { readonly kind: "connected" }
  | { readonly kind: "start"; readonly start: StreamStart }
  | {
      readonly kind: "audio"
      readonly audio: Uint8Array
      /** Since the stream began, of its first sample. */
      readonly atMillis: number
    }
  | { readonly kind: "digit"; readonly digit: string }
  | { readonly kind: "mark"; readonly name: string }
  | { readonly kind: "stop" }
  /** Well formed, and nothing that we know of. */
  | { readonly kind: "unknown"; readonly event: string }
  | { readonly kind: "malformed"; readonly problem: string }

/** From a carrier's wire to our words, and back. Pure: it keeps nothing. */
export interface MediaCodec {
  readonly capabilities: MediaCapabilities
  /** Whatever comes is read: nothing makes it throw. */
  readonly read: (message: string | Uint8Array) => MediaMessage
  readonly audio: (streamId: string, audio: Uint8Array) => string
  readonly mark: (streamId: string, name: string) => string
  readonly clear: (streamId: string) => string
}
