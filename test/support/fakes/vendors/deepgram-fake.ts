import { auraProblemOf, auraSession } from "./aura-fake.ts"
import type { EarScript } from "./ear-script.ts"
import { fluxProblemOf, fluxSession } from "./flux-fake.ts"
import { novaProblemOf, novaSession } from "./nova-fake.ts"
import { type VendorConnection, type VendorSession, vendorServer } from "./vendor-server.ts"
import { makeVoiceLog } from "./voice-script.ts"

/** A server in the place of Deepgram, with both of its recognizers and its voices. The script is that of an ear. */
export const deepgramFake = (script: EarScript = {}, key = "dg-test") =>
  vendorServer({
    ...(script.refuse !== undefined && { refuse: script.refuse }),
    check: (url, headers) => {
      if (headers.authorization !== `Token ${key}`) return { status: 401, problem: "a wrong key" }
      const model = models[url.pathname]
      if (model === undefined) return { status: 404, problem: `no such path: ${url.pathname}` }
      const problem = model.problemOf(url)
      return problem === undefined ? undefined : { status: 400, problem }
    },
    begin: (connection, index) => models[connection.url.pathname]?.session(connection, script, index) ?? {}
  })

interface Model {
  readonly problemOf: (url: URL) => string | undefined
  readonly session: (connection: VendorConnection, script: EarScript, index: number) => VendorSession
}

const models: Readonly<Record<string, Model>> = {
  "/v1/listen": { problemOf: novaProblemOf, session: novaSession },
  "/v2/listen": { problemOf: fluxProblemOf, session: fluxSession },
  "/v1/speak": { problemOf: auraProblemOf, session: (connection) => auraSession(connection, {}, makeVoiceLog()) }
}
