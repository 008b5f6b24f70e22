import { createHash, createSign, generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** The person who signs in at the provider, and what the provider does wrong. */
interface Scene {
  /** Claims of the id token, in place of the right ones. Undefined leaves a claim out. */
  claims: Record<string, unknown>
  /** Claims of the userinfo endpoint. */
  userInfo: Record<string, unknown>
  /** Signs the id token with a key that is not published. */
  usesOtherKey: boolean
  /** Leaves the id token without a signature. */
  isUnsigned: boolean
  /** Sends the browser back with an error, as when the person declines. */
  error: string | undefined
}

export interface OpenIdFake {
  readonly issuer: string
  /** The settings of the service for this provider. */
  readonly settings: (name: string) => Readonly<Record<string, string>>
  /** Lets a person sign in from now on. Without a subject it is a new one. */
  readonly person: (scene?: Partial<Scene>) => string
  /** Signs the person in at the page of the provider, and returns the address to which the browser is led back. */
  readonly signIn: (page: string) => Promise<string>
  /** Requests that the provider has refused. */
  readonly problems: ReadonlyArray<string>
  readonly stop: () => Promise<void>
}

const client = { id: "carillon", secret: "a client's secret: 100% äö" }
const keyId = "key-1"

/** A provider of OpenID Connect, which checks what the service sends as strictly as the protocol demands. */
export const openIdFake = async (port = 0): Promise<OpenIdFake> => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const otherKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey
  const problems: Array<string> = []
  const grants = new Map<string, URLSearchParams>()
  const noScene: Scene = { claims: {}, userInfo: {}, usesOtherKey: false, isUnsigned: false, error: undefined }
  let scene = noScene

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", issuer)
    const route = routes[url.pathname]
    if (route === undefined) return void response.writeHead(404).end()
    route(url, request, response).catch((error: unknown) => {
      problems.push(String(error))
      json(response, 400, { error: "invalid_request" })
    })
  })
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  // Another site than the service, which listens at 127.0.0.1.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`

  type Route = (url: URL, request: IncomingMessage, response: ServerResponse) => Promise<void>
  const routes: Readonly<Record<string, Route>> = {
    "/.well-known/openid-configuration": async (_, __, response) =>
      json(response, 200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        userinfo_endpoint: `${issuer}/userinfo`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        code_challenge_methods_supported: ["S256"]
      }),

    "/jwks": async (_, __, response) =>
      json(response, 200, { keys: [{ ...publicKey.export({ format: "jwk" }), kid: keyId, use: "sig", alg: "RS256" }] }),

    "/authorize": async ({ searchParams: asked }, _, response) => {
      demand(asked.get("response_type") === "code", "response_type is not code")
      demand(asked.get("client_id") === client.id, "client_id is unknown")
      demand(asked.get("scope")?.split(" ").includes("openid") === true, "scope lacks openid")
      demand(asked.get("code_challenge_method") === "S256", "no PKCE")
      for (const name of ["redirect_uri", "state", "nonce", "code_challenge"]) {
        demand((asked.get(name) ?? "") !== "", `${name} is missing`)
      }
      const back = new URL(asked.get("redirect_uri") as string)
      back.searchParams.set("state", asked.get("state") as string)
      if (scene.error !== undefined) back.searchParams.set("error", scene.error)
      else {
        const code = randomUUID()
        grants.set(code, asked)
        back.searchParams.set("code", code)
      }
      response.writeHead(200, { "content-type": "text/html" })
      response.end(`<!doctype html><title>Provider</title><a href="${back.href.replaceAll("&", "&amp;")}">Continue</a>`)
    },

    "/token": async (_, request, response) => {
      const sent = new URLSearchParams(await bodyOf(request))
      demand(request.headers.authorization === basic, "the client is not authenticated")
      demand(sent.get("grant_type") === "authorization_code", "grant_type is not authorization_code")
      const code = sent.get("code") ?? ""
      const grant = grants.get(code)
      grants.delete(code)
      if (grant === undefined) return json(response, 400, { error: "invalid_grant" })
      demand(sent.get("redirect_uri") === grant.get("redirect_uri"), "redirect_uri has changed")
      const challenge = createHash("sha256")
        .update(sent.get("code_verifier") ?? "")
        .digest("base64url")
      demand(challenge === grant.get("code_challenge"), "the verifier is wrong")
      const now = Math.floor(Date.now() / 1000)
      const claims = {
        iss: issuer,
        aud: client.id,
        iat: now,
        exp: now + 300,
        nonce: grant.get("nonce"),
        ...scene.claims
      }
      json(response, 200, {
        access_token: "an-access-token",
        token_type: "Bearer",
        expires_in: 300,
        id_token: scene.isUnsigned ? unsigned(claims) : signed(scene.usesOtherKey ? otherKey : privateKey, claims)
      })
    },

    "/userinfo": async (_, request, response) => {
      demand(request.headers.authorization === "Bearer an-access-token", "no access token")
      json(response, 200, { sub: scene.claims.sub, ...scene.userInfo })
    }
  }

  return {
    issuer,
    problems,
    settings: (name) => ({
      [`OIDC_${name}_ISSUER`]: issuer,
      [`OIDC_${name}_CLIENT_ID`]: client.id,
      [`OIDC_${name}_CLIENT_SECRET`]: client.secret
    }),
    person: ({ claims = {}, ...rest } = {}) => {
      const sub = typeof claims.sub === "string" ? claims.sub : randomUUID()
      scene = { ...noScene, ...rest, claims: { sub, ...claims } }
      return sub
    },
    signIn: async (page) => {
      const shown = await (await fetch(page)).text()
      return /href="([^"]*)"/.exec(shown)?.[1]?.replaceAll("&amp;", "&") ?? ""
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}

// RFC 6749 has the client encode both parts as in a form.
const formEncoded = (text: string) => new URLSearchParams([["", text]]).toString().slice(1)
const basic = `Basic ${Buffer.from(`${formEncoded(client.id)}:${formEncoded(client.secret)}`).toString("base64")}`

const demand = (isMet: boolean, problem: string) => {
  if (!isMet) throw new Error(problem)
}

const json = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}

const bodyOf = async (request: IncomingMessage) => {
  const parts: Array<Buffer> = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")

const signed = (key: KeyObject, claims: object) => {
  const content = `${encoded({ alg: "RS256", typ: "JWT", kid: keyId })}.${encoded(claims)}`
  return `${content}.${createSign("RSA-SHA256").update(content).sign(key, "base64url")}`
}

const unsigned = (claims: object) => `${encoded({ alg: "none" })}.${encoded(claims)}.`
