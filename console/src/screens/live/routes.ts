import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"
import { defined, only, textIn } from "../../ui/browser/address.ts"

interface LiveSearch {
  readonly campaignId?: string
  /** The call that is open. */
  readonly call?: string
}

export const liveRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/live",
    validateSearch: only(
      ({ campaignId, call }): LiveSearch => defined({ campaignId: textIn(campaignId), call: textIn(call) })
    ),
    component: lazyRouteComponent(() => import("./LiveScreen.tsx"), "LiveScreen")
  })
] as const
