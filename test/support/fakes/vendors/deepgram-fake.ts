import type { EarScript } from "./ear-script.ts"
import { fluxProblemOf, fluxSession } from "./flux-fake.ts"
import { novaProblemOf, novaSession } from "./nova-fake.ts"
import { vendorServer } from "./vendor-server.ts"

/** A server in the place of Deepgram, with both of its recognizers. */
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
    begin: (connection, index) => (isFlux(connection.url) ? fluxSession : novaSession)(connection, script, index)
  })

export const isFlux = ({ pathname }: URL): boolean => pathname === "/v2/listen"

const models: Readonly<Record<string, { readonly problemOf: (url: URL) => string | undefined }>> = {
  "/v1/listen": { problemOf: novaProblemOf },
  "/v2/listen": { problemOf: fluxProblemOf }
}
