import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Passkey, PasskeyName } from "../../../domain/people/Passkey.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { openEndpoint } from "../shared/endpoints.ts"
import { BadRequest, Conflict, NotFound, TooManyRequests, Unauthorized } from "../shared/errors.ts"
import { Success } from "../shared/lists.ts"
import { SessionAuth } from "../shared/middleware.ts"
import { GivenPassword, SignedInPerson } from "./sign-in.ts"

// The forms of WebAuthn, level 3, which browsers read and write themselves. A change of theirs changes nothing here.
const Options = Schema.Record(Schema.String, Schema.Json)
const CreationOptions = Options.annotate({
  identifier: "PasskeyCreationOptions",
  description: "For PublicKeyCredential.parseCreationOptionsFromJSON"
})
const RequestOptions = Options.annotate({
  identifier: "PasskeyRequestOptions",
  description: "For PublicKeyCredential.parseRequestOptionsFromJSON"
})

const Base64Url = Schema.String.annotate({ description: "In base64url" }).check(
  Schema.isPattern(/^[A-Za-z0-9_-]{1,16000}$/, { message: "must be base64url" })
)
const credential = { id: Base64Url, rawId: Base64Url, type: Schema.Literal("public-key") }
const NewCredential = Schema.Struct({
  ...credential,
  response: Schema.Struct({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: Schema.optionalKey(Schema.mutable(Schema.Array(Schema.String.check(Schema.isMaxLength(32)))))
  })
}).annotate({ identifier: "NewCredential", description: "As toJSON() of the browser's credential writes it" })
const SignedChallenge = Schema.Struct({
  ...credential,
  response: Schema.Struct({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url
  })
}).annotate({ identifier: "SignedChallenge", description: "As toJSON() of the browser's credential writes it" })

export class PasskeySignInGroup extends HttpApiGroup.make("passkeySignIn")
  .add(
    HttpApiEndpoint.post("begin", "/begin", {
      success: RequestOptions,
      error: [BadRequest, TooManyRequests]
    }).pipe(
      openEndpoint(
        "Begin a sign-in with a passkey",
        "Returns a challenge for any passkey of this console. It is bound to the browser, and valid once, for 5 minutes."
      )
    ),
    HttpApiEndpoint.post("complete", "/", {
      payload: Schema.Struct({ credential: SignedChallenge }).annotate({ identifier: "PasskeySignIn" }),
      success: SignedInPerson,
      error: [BadRequest, Unauthorized, TooManyRequests]
    }).pipe(
      openEndpoint(
        "Sign in with a passkey",
        `Sets the cookie of a new session. A passkey asks for the person's fingerprint, face or PIN, so no second factor follows. 401
with the code PASSKEY_REFUSED when the challenge was used before or is too old, and when the passkey is unknown.`
      )
    )
  )
  .annotate(OpenApi.Title, "Sign-in with a passkey")
  .annotate(OpenApi.Description, "Signs people in by an authenticator, without e-mail address and password.")
  .prefix("/auth/sign-in/passkey") {}

export class PasskeysGroup extends HttpApiGroup.make("passkeys")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(Passkey) }).pipe(
      openEndpoint("List the own passkeys, the oldest first")
    ),
    HttpApiEndpoint.post("begin", "/begin", {
      payload: Schema.Struct({ current: Schema.optionalKey(GivenPassword) }).annotate({ identifier: "PasskeyBegin" }),
      success: CreationOptions,
      error: [BadRequest, Conflict, TooManyRequests]
    }).pipe(
      openEndpoint(
        "Begin to add a passkey",
        `Returns a challenge, which is bound to the browser, and valid once, for 5 minutes. A person who signed in more than 10 minutes ago
sends the password in \`current\`, or signs in again if they have none; otherwise the answer is 403 with the code
CONFIRMATION_REQUIRED.`
      )
    ),
    HttpApiEndpoint.post("add", "/", {
      payload: Schema.Struct({ name: PasskeyName, credential: NewCredential }).annotate({ identifier: "NewPasskey" }),
      success: Passkey.pipe(HttpApiSchema.status(201)),
      error: [BadRequest, TooManyRequests]
    }).pipe(
      openEndpoint(
        "Add a passkey",
        "400 when the challenge was used before or is too old, and when the passkey is known already."
      )
    ),
    HttpApiEndpoint.patch("rename", "/:passkeyId", {
      params: { passkeyId: RowId },
      payload: Schema.Struct({ name: PasskeyName }).annotate({ identifier: "PasskeyChanges" }),
      success: Passkey,
      error: [BadRequest, NotFound]
    }).pipe(openEndpoint("Rename a passkey")),
    HttpApiEndpoint.delete("remove", "/:passkeyId", {
      params: { passkeyId: RowId },
      success: Success,
      error: [NotFound, Conflict]
    }).pipe(
      openEndpoint(
        "Remove a passkey",
        "409 with the code LAST_WAY_TO_SIGN_IN when the person could not sign in without it."
      )
    )
  )
  .annotate(OpenApi.Title, "Passkeys")
  .annotate(OpenApi.Description, "The passkeys of the signed-in person.")
  .prefix("/auth/passkeys")
  .middleware(SessionAuth) {}
