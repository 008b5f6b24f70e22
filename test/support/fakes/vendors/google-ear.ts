import { Effect } from "effect"
import { type FakeRecognizer, googleFake, modemRecognizer } from "../google-fake.ts"
import type { EarScript } from "./ear-script.ts"
import type { VendorConnection } from "./vendor-server.ts"

/** The fake of Google's recognition with the script of the other vendors' servers; codes are those of gRPC. */
export const googleEar = (script: EarScript = {}) => {
  const connections: Array<VendorConnection> = []
  const indexes = new Map<FakeRecognizer, number>()
  const modem = modemRecognizer()
  return Effect.map(
    googleFake({
      recognizer: (recognizer, index) => {
        indexes.set(recognizer, index)
        connections.push(connectionOf(recognizer))
        modem.recognizer?.(recognizer, index)
        const code = script.refuse?.(index, here)
        if (code !== undefined) recognizer.fail(code)
      },
      heard: (recognizer, piece) => {
        const index = indexes.get(recognizer) ?? 0
        if (script.answers?.(index) === false) return
        modem.heard?.(recognizer, piece)
        script.heard?.(connections[index] as VendorConnection, index, recognizer.millis)
      }
    }),
    (fake) => ({ ...fake, connections, openCount: () => fake.recognizers.filter(({ isOver }) => !isOver).length })
  )
}

const here = new URL("http://localhost")

const connectionOf = (recognizer: FakeRecognizer): VendorConnection => ({
  url: here,
  headers: {},
  send: (message) => recognizer.send(message),
  close: (code) => recognizer.fail(code),
  cut: () => recognizer.fail(14),
  get isOpen() {
    return !recognizer.isOver
  },
  noteFarewell: () => undefined,
  get saidFarewell() {
    return recognizer.isCancelled || recognizer.isHalfClosed
  }
})
