import { HttpApi, OpenApi } from "effect/http-api"
import { license, servers } from "./operations/about.ts"
import { PasskeySignInGroup, PasskeysGroup } from "./people/passkeys.ts"
import { MeGroup, SignInGroup } from "./people/sign-in.ts"
import { SignOnGroup } from "./people/sign-on.ts"
import { Failures, SameOrigin } from "./shared/middleware.ts"
import { openBodies } from "./shared/open-bodies.ts"

/** The interface by which people sign in: the console uses it. */
export class AuthApi extends HttpApi.make("carillonAuth")
  .add(SignInGroup)
  .add(SignOnGroup)
  .add(PasskeySignInGroup)
  .add(MeGroup)
  .add(PasskeysGroup)
  .middleware(SameOrigin)
  .middleware(Failures)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" })
  .annotate(HttpApi.QueryParseOptions, { errors: "all" })
  .annotate(OpenApi.Transform, openBodies)
  .annotate(OpenApi.Title, "Carillon sign-in")
  .annotate(OpenApi.Version, "1.0.0")
  .annotate(OpenApi.License, license)
  .annotate(OpenApi.Servers, servers)
  .annotate(
    OpenApi.Description,
    `Signs people in to the console. A session is the cookie \`carillon_session\`, over TLS \`__Host-carillon_session\`, which
also opens \`/v1\` and \`/admin/v1\` by the role of the person. On \`/v1\` the header \`carillon-organization\` or
\`x-organization-id\` names the organization; people with a role in a single one may leave it out. Every request that
changes something has to come from a page of the same origin, which the browser says in \`Sec-Fetch-Site\` or \`Origin\`. Machines use API keys and admin tokens.`
  ) {}
