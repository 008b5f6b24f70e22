import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AcceptedInvitation, Me, MeChanges, OpenSession, ShownInvitation } from "../../../domain/people/Person.ts"
import { NewPassword } from "../../../domain/people/password.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { openEndpoint } from "../shared/endpoints.ts"
import { BadRequest, Conflict, NotFound, TooManyRequests, Unauthorized } from "../shared/errors.ts"
import { Success } from "../shared/lists.ts"
import { SessionAuth } from "../shared/middleware.ts"

/** Answers a sign-in, beside its cookie. */
export const SignedInPerson = Schema.Struct({ person: Me }).annotate({ identifier: "SignedInPerson" })

export const GivenPassword = Schema.String.annotate({ description: "At most 256 characters" }).check(
  Schema.isMaxLength(256)
)

const Code = Schema.String.annotate({ description: "A code of the authenticator app, or a recovery code" }).check(
  Schema.isMaxLength(32)
)
const GivenCode = Schema.Struct({ code: Code }).annotate({ identifier: "GivenCode" })

const SignIn = Schema.Struct({
  email: Schema.String.check(Schema.isMaxLength(254)),
  password: GivenPassword,
  code: Schema.optionalKey(Code)
}).annotate({ identifier: "SignIn" })

/** Which ways to sign in the installation offers. */
const SignInWays = Schema.Struct({
  password: Schema.Boolean,
  providers: Schema.Array(
    Schema.Struct({
      name: Schema.String.annotate({ description: "As in /auth/oidc/:name/start" }),
      label: Schema.String.annotate({ description: "For a button" })
    })
  ).annotate({ description: "Providers of single sign-on" })
}).annotate({ identifier: "SignInWays" })

const HeldInvitation = Schema.Struct({
  token: Schema.String.annotate({ description: "The part of the link behind its #" })
}).annotate({ identifier: "HeldInvitation" })

export class SignInGroup extends HttpApiGroup.make("signIn")
  .add(
    HttpApiEndpoint.get("ways", "/providers", { success: SignInWays }).pipe(openEndpoint("List the ways to sign in")),
    HttpApiEndpoint.post("password", "/sign-in", {
      payload: SignIn,
      success: SignedInPerson,
      error: [Unauthorized, Conflict, TooManyRequests]
    }).pipe(
      openEndpoint(
        "Sign in with e-mail address and password",
        `Sets the cookie of a new session. 401 with the code WRONG_CREDENTIALS for a wrong password and an unknown address alike,
with SECOND_FACTOR_REQUIRED when the password is right and \`code\` is missing, and with WRONG_CODE when the code is wrong or was used
before. At most 5 attempts a minute for an account, and 20 for an address. 409 with the code PASSWORDS_UNAVAILABLE when the service
runs on a release of Node before 24.7.`
      )
    ),
    HttpApiEndpoint.post("showInvitation", "/invitations/show", {
      payload: HeldInvitation,
      success: ShownInvitation,
      error: [NotFound, TooManyRequests]
    }).pipe(openEndpoint("Show an invitation to its holder")),
    HttpApiEndpoint.post("acceptInvitation", "/invitations/accept", {
      payload: AcceptedInvitation,
      success: SignedInPerson,
      error: [BadRequest, NotFound, Conflict, TooManyRequests]
    }).pipe(
      openEndpoint(
        "Accept an invitation",
        `A new person enters a name and a password, and is signed in. The holder of an account with the e-mail address signs in first
(409 with the code SIGN_IN_TO_ACCEPT), and keeps the session. The link works once.`
      )
    ),
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

const NewTotp = Schema.Struct({
  secret: Schema.String.annotate({ description: "In base32, to be typed into the app" }),
  url: Schema.String.annotate({ description: "For a QR code" })
}).annotate({ identifier: "NewTotp" })

const RecoveryCodes = Schema.Struct({
  recoveryCodes: Schema.Array(Schema.String).annotate({ description: "Shown only in this answer" })
}).annotate({ identifier: "RecoveryCodes" })

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
    HttpApiEndpoint.post("password", "/password", {
      payload: Schema.Struct({
        current: Schema.optionalKey(GivenPassword),
        password: NewPassword
      }).annotate({ identifier: "PasswordChange" }),
      success: Success,
      error: [BadRequest, Conflict, TooManyRequests]
    }).pipe(
      openEndpoint(
        "Change the own password, or set the first one",
        `\`current\` is required when there is a password, except in the 10 minutes after a sign-in by a link. The first one needs a sign-in in the last 10 minutes if the person has another
way to sign in, or else the answer is 403 with the code CONFIRMATION_REQUIRED. All other sessions of the person end.`
      )
    ),
    HttpApiEndpoint.post("beginTotp", "/totp", { success: NewTotp, error: Conflict }).pipe(
      openEndpoint(
        "Begin to add an authenticator app",
        "Returns a secret for the app. It counts once a code of it is confirmed. 409 when there is a second factor already."
      )
    ),
    HttpApiEndpoint.post("confirmTotp", "/totp/confirm", {
      payload: Schema.Struct({ code: Code, current: Schema.optionalKey(GivenPassword) }).annotate({
        identifier: "TotpConfirmation"
      }),
      success: RecoveryCodes,
      error: [BadRequest, Conflict, TooManyRequests]
    }).pipe(
      openEndpoint(
        "Turn the second factor on",
        `Returns recovery codes, each of which replaces one code of the app. A person who signed in more than 10 minutes ago sends the
password in \`current\`, or signs in again if they have none; otherwise the answer is 403 with the code CONFIRMATION_REQUIRED.`
      )
    ),
    HttpApiEndpoint.post("removeTotp", "/totp/remove", {
      payload: GivenCode,
      success: Success,
      error: [BadRequest, TooManyRequests]
    }).pipe(openEndpoint("Turn the second factor off")),
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
