import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Me, MeChanges, OpenSession } from "../../../domain/accounts/Person.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { openEndpoint } from "../shared/endpoints.ts"
import { Conflict, NotFound, TooManyRequests, Unauthorized } from "../shared/errors.ts"
import { Success } from "../shared/lists.ts"
import { SessionAuth } from "../shared/middleware.ts"

/** Answers a sign-in, beside its cookie. */
const SignedInPerson = Schema.Struct({ person: Me }).annotate({ identifier: "SignedInPerson" })

export class SignInGroup extends HttpApiGroup.make("signIn")
  .add(
    HttpApiEndpoint.post("link", "/sign-in/link", {
      payload: Schema.Struct({
        token: Schema.String.annotate({ description: "The part of the link behind its #" })
      }).annotate({ identifier: "UsedSignInLink" }),
      success: SignedInPerson,
      error: [Unauthorized, TooManyRequests]
    }).pipe(
      openEndpoint(
        "Sign in with a one-time link",
        "Sets the cookie of a new session. The link works once. 401 when it was used, has expired or never existed."
      )
    ),
    HttpApiEndpoint.post("signOut", "/sign-out", { success: Success }).pipe(
      openEndpoint("Sign out", "Ends the session and removes its cookie. Succeeds without a session, too.")
    )
  )
  .annotate(OpenApi.Title, "Sign-in")
  .annotate(OpenApi.Description, "Opens and ends sessions of people.")
  .prefix("/auth") {}

export class MeGroup extends HttpApiGroup.make("me")
  .add(
    HttpApiEndpoint.get("get", "/me", { success: Me }).pipe(
      openEndpoint("Get the signed-in person, with the organizations and roles they have")
    ),
    HttpApiEndpoint.patch("change", "/me", { payload: MeChanges, success: Me, error: Conflict }).pipe(
      openEndpoint(
        "Change the own name, or enter an e-mail address",
        "An e-mail address is entered once, by the first person of an installation. 409 when there is one already, or another person has it."
      )
    ),
    HttpApiEndpoint.get("sessions", "/sessions", { success: Schema.Array(OpenSession) }).pipe(
      openEndpoint("List the own sessions, the last used first")
    ),
    HttpApiEndpoint.delete("endSession", "/sessions/:sessionId", {
      params: { sessionId: RowId },
      success: Success,
      error: NotFound
    }).pipe(openEndpoint("End one of the own sessions", "Takes effect from its next request on."))
  )
  .annotate(OpenApi.Title, "Me")
  .annotate(OpenApi.Description, "The signed-in person and their sessions.")
  .prefix("/auth")
  .middleware(SessionAuth) {}
