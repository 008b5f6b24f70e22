import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Email } from "../../../domain/accounts/Person.ts"
import { Timestamp } from "../../../domain/calendar/time.ts"
import { rootEndpoint } from "../shared/endpoints.ts"
import { NotFound } from "../shared/errors.ts"

const SignInLink = Schema.Struct({
  url: Schema.String.annotate({ description: "Opens the console, once" }),
  expiresAt: Timestamp
}).annotate({ identifier: "SignInLink" })

export class PeopleGroup extends HttpApiGroup.make("people")
  .add(
    HttpApiEndpoint.post("signInLink", "/sign-in-link", {
      payload: Schema.Struct({ email: Schema.optionalKey(Email) }).annotate({ identifier: "NewSignInLink" }),
      success: SignInLink.pipe(HttpApiSchema.status(201)),
      error: NotFound
    }).pipe(
      rootEndpoint(
        "Make a link that signs a person in once",
        `For the person with the \`email\`. Without one, for the earliest SUPER_ADMIN, or for the first person of the installation, who
becomes a SUPER_ADMIN. The link works for an hour, without password and second factor. Recorded in the security log.`
      )
    )
  )
  .annotate(OpenApi.Title, "People")
  .annotate(OpenApi.Description, "The people who use the console, in all organizations.")
  .prefix("/admin/v1/people") {}
