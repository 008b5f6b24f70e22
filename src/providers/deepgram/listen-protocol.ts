import { Redacted } from "effect"
import type { VendorAccount } from "../socket/ProviderSocket.ts"
import type { EarProtocol } from "../socket/socket-ear.ts"

/** Returns the common part of the protocols of Deepgram's recognizers; `parameters` are those of the model. */
export const listenProtocol = (
  { apiKey, baseUrl, provider }: VendorAccount,
  path: string,
  model: string,
  parameters: ReadonlyArray<readonly [name: string, value: string]>
): Omit<EarProtocol, "read"> => {
  const url = new URL(path, baseUrl)
  url.search = new URLSearchParams([
    ["model", model],
    ["encoding", "mulaw"],
    ["sample_rate", "8000"],
    ...parameters.map(([name, value]): [string, string] => [name, value])
  ]).toString()
  return {
    provider,
    model,
    url: url.href,
    headers: { Authorization: `Token ${Redacted.value(apiKey)}` },
    audio: (audio) => audio,
    farewell: JSON.stringify({ type: "CloseStream" })
  }
}
