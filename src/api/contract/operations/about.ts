import type { OpenApi } from "effect/http-api"

/** Under which terms the interfaces may be used. */
export const license: OpenApi.OpenAPISpecLicense = {
  name: "Apache-2.0",
  url: "https://www.apache.org/licenses/LICENSE-2.0"
}

/** Where whoever reads the document reaches what it describes: at the same place. */
export const servers: ReadonlyArray<OpenApi.OpenAPISpecServer> = [{ url: "/" }] as const
