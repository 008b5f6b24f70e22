import { Context, Effect, Exit, Layer, Redacted, Schema } from "effect"
import type { Configuration } from "openid-client"
import { AppConfig, type SignOnSettings } from "../../platform/config.ts"
import { derivedFrom, type Handshake } from "./Handshakes.ts"

/** The settings have no provider of single sign-on with this name. */
export class ProviderNotFound extends Schema.TaggedError<ProviderNotFound>()("ProviderNotFound", {}) {}

/** The person did not sign in at the provider. */
export class SignOnCancelled extends Schema.TaggedError<SignOnCancelled>()("SignOnCancelled", {}) {}

/** The provider cannot be reached, or its answer cannot be trusted. */
export class ProviderFailed extends Schema.TaggedError<ProviderFailed>()("ProviderFailed", {
  cause: Schema.Defect()
}) {}

/** The person as a provider describes them. */
export interface OpenIdClaims {
  readonly issuer: string
  readonly subject: string
  readonly all: Readonly<Record<string, unknown>>
}

/** The providers of single sign-on by OpenID Connect: authorization code with PKCE, state, nonce and signed id token. */
export class OpenIdProviders extends Context.Service<
  OpenIdProviders,
  {
    readonly list: ReadonlyArray<{ readonly name: string; readonly label: string }>
    readonly get: (name: string) => Effect.Effect<SignOnSettings, ProviderNotFound>
    /** Returns the page of the provider at which the person signs in. */
    readonly pageOf: (
      provider: SignOnSettings,
      callback: string,
      handshake: Handshake
    ) => Effect.Effect<string, ProviderFailed>
    /** Checks the answer of the provider, with which the browser came back to `url`, and asks it about the person. */
    readonly claimsOf: (
      provider: SignOnSettings,
      url: string,
      handshake: Handshake
    ) => Effect.Effect<OpenIdClaims, SignOnCancelled | ProviderFailed>
  }
>()("carillon/accounts/OpenIdProviders") {
  static readonly layer = Layer.effect(
    OpenIdProviders,
    Effect.gen(function* () {
      const { signOn } = yield* AppConfig
      const providers = new Map<string, Provider>()
      for (const settings of signOn) {
        // Discovery is repeated now and then, because a provider may move its endpoints.
        const discovered = yield* Effect.cachedWithTTL(discover(settings), (exit) =>
          Exit.isSuccess(exit) ? "1 hour" : 0
        )
        providers.set(settings.name, { settings, discovered })
      }
      const discoveredOf = ({ name }: SignOnSettings) => (providers.get(name) as Provider).discovered

      const pageOf: OpenIdProviders["Service"]["pageOf"] = Effect.fn("OpenIdProviders.pageOf")(function* (
        provider,
        callback,
        { secret, state }
      ) {
        const configuration = yield* discoveredOf(provider)
        const { buildAuthorizationUrl, calculatePKCECodeChallenge } = yield* openIdClient
        const challenge = yield* Effect.promise(() => calculatePKCECodeChallenge(verifierOf(secret)))
        return buildAuthorizationUrl(configuration, {
          redirect_uri: callback,
          scope: provider.scopes,
          state,
          nonce: nonceOf(secret),
          code_challenge: challenge,
          code_challenge_method: "S256"
        }).href
      })

      const claimsOf: OpenIdProviders["Service"]["claimsOf"] = Effect.fn("OpenIdProviders.claimsOf")(function* (
        provider,
        url,
        { secret, state }
      ) {
        const configuration = yield* discoveredOf(provider)
        const { authorizationCodeGrant, AuthorizationResponseError, fetchUserInfo } = yield* openIdClient
        return yield* Effect.tryPromise({
          try: async () => {
            const tokens = await authorizationCodeGrant(configuration, new URL(url), {
              pkceCodeVerifier: verifierOf(secret),
              expectedState: state,
              expectedNonce: nonceOf(secret),
              idTokenExpected: true
            })
            const claims = tokens.claims() as IdToken
            const { userinfo_endpoint: endpoint } = configuration.serverMetadata()
            // Some providers put little into the id token.
            const more =
              endpoint === undefined ? {} : await fetchUserInfo(configuration, tokens.access_token, claims.sub)
            return { issuer: claims.iss, subject: claims.sub, all: { ...aboutAddressOf(claims, more), ...claims } }
          },
          catch: (cause) =>
            cause instanceof AuthorizationResponseError ? new SignOnCancelled() : new ProviderFailed({ cause })
        })
      })

      return OpenIdProviders.of({
        list: signOn.map(({ label, name }) => ({ name, label })),
        get: (name) => {
          const provider = providers.get(name)
          return provider === undefined ? Effect.fail(new ProviderNotFound()) : Effect.succeed(provider.settings)
        },
        pageOf,
        claimsOf
      })
    })
  )
}

interface Provider {
  readonly settings: SignOnSettings
  readonly discovered: Effect.Effect<Configuration, ProviderFailed>
}

interface IdToken {
  readonly iss: string
  readonly sub: string
  readonly email?: unknown
}

/** The claims of the userinfo endpoint, without those that verify another address than that of the id token. */
const aboutAddressOf = (token: IdToken, userInfo: Readonly<Record<string, unknown>>) => {
  const { email = token.email, email_verified: _, xms_edov: __, ...others } = userInfo
  const isSame = token.email === undefined || String(email).toLowerCase() === String(token.email).toLowerCase()
  return isSame ? userInfo : others
}

// Loaded when it is needed, so that the service starts faster.
const openIdClient = Effect.promise(() => import("openid-client"))

/** Timeout of each request to a provider, in seconds. A person waits for it. */
const requestSeconds = 10

const discover = Effect.fn("OpenIdProviders.discover")(function* ({ clientId, clientSecret, issuer }: SignOnSettings) {
  const client = yield* openIdClient
  const url = new URL(issuer)
  const secret = Redacted.value(clientSecret)
  return yield* Effect.tryPromise({
    try: () =>
      client.discovery(
        url,
        clientId,
        undefined,
        (server, ...request) => {
          const methods = server.token_endpoint_auth_methods_supported ?? []
          const isPosted = methods.includes("client_secret_post")
          return (isPosted ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret))(server, ...request)
        },
        {
          timeout: requestSeconds,
          execute: [
            client.enableNonRepudiationChecks,
            // The settings allow this only on the machine itself.
            ...(url.protocol === "http:" ? [client.allowInsecureRequests] : [])
          ]
        }
      ),
    catch: (cause) => new ProviderFailed({ cause })
  })
})

const verifierOf = (secret: string) => derivedFrom(secret, "verifier")
const nonceOf = (secret: string) => derivedFrom(secret, "nonce")
