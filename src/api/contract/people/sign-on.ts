import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { openEndpoint } from "../shared/endpoints.ts"
import { BadRequest, NotFound } from "../shared/errors.ts"

const byName = { name: Schema.String.annotate({ description: "The NAME of the settings OIDC_NAME_…, in lower case" }) }

const Redirect = HttpApiSchema.Empty(302).annotate({ description: "Leads the browser on by the header Location" })

const optionalText = (description: string) => Schema.optionalKey(Schema.String.annotate({ description }))

export class SignOnGroup extends HttpApiGroup.make("signOn")
  .add(
    HttpApiEndpoint.get("start", "/:name/start", {
      params: byName,
      query: { returnTo: optionalText("Path of the console to come back to; another one is ignored") },
      success: Redirect,
      error: [BadRequest, NotFound]
    }).pipe(
      openEndpoint(
        "Begin a single sign-on",
        `Leads the browser to the provider, with a cookie that binds what follows to it for 10 minutes. When that is not possible it
leads back to the console, with the reason behind the #.`
      )
    ),
    HttpApiEndpoint.get("callback", "/:name/callback", {
      params: byName,
      query: {
        code: optionalText("Of the provider"),
        state: optionalText("As the start sent it"),
        error: optionalText("Why the provider did not sign the person in")
      },
      success: Redirect,
      error: [BadRequest, NotFound]
    }).pipe(
      openEndpoint(
        "Complete a single sign-on",
        `Registered at the provider as the address to come back to. Sets the cookie of a new session and leads to the console; a refusal
leads there too, with the reason behind the #. Works once, in the browser that began.`
      )
    )
  )
  .annotate(OpenApi.Title, "Single sign-on")
  .annotate(OpenApi.Description, "Signs people in by OpenID Connect, for browsers.")
  .prefix("/auth/oidc") {}
