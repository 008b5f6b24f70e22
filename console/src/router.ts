import { createRouter } from "@tanstack/react-router"
import { addressOf, organizationId } from "./api/organization.ts"
import { ScreenFailed } from "./app/ScreenFailed.tsx"
import { shellRoute } from "./app/shell-route.ts"
import { callsRoutes } from "./screens/calls/routes.ts"
import { campaignRoutes } from "./screens/campaigns/routes.ts"
import { flowsRoutes } from "./screens/flows/routes.ts"
import { knowledgeRoutes } from "./screens/knowledge/routes.ts"
import { liveRoutes } from "./screens/live/routes.ts"
import { overviewRoutes } from "./screens/overview/routes.ts"
import { peopleRoutes } from "./screens/people/routes.ts"
import { settingsRoutes } from "./screens/settings/routes.ts"
import { tryRoutes } from "./screens/try/routes.ts"
import { Loading } from "./ui/States.tsx"

/** All screens. A screen has its routes in `screens/<name>/routes.ts` and its code in a file that is loaded when it is opened. */
export const router = createRouter({
  routeTree: shellRoute.addChildren([
    ...overviewRoutes,
    ...campaignRoutes,
    ...callsRoutes,
    ...liveRoutes,
    ...peopleRoutes,
    ...flowsRoutes,
    ...tryRoutes,
    ...knowledgeRoutes,
    ...settingsRoutes
  ]),
  basepath: organizationId === undefined ? "/console" : addressOf(organizationId),
  defaultPreload: "intent",
  defaultPendingComponent: () => Loading({}),
  defaultErrorComponent: ScreenFailed,
  scrollRestoration: true
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}
