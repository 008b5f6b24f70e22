import type { OpenApi } from "effect/http-api"

/** The license of the interfaces. */
export const license: OpenApi.OpenAPISpecLicense = {
  name: "Apache-2.0",
  url: "https://www.apache.org/licenses/LICENSE-2.0"
}

/** The described server is the one that serves the document. */
export const servers: ReadonlyArray<OpenApi.OpenAPISpecServer> = [{ url: "/" }] as const
