import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"

interface LiveSearch {
  readonly campaignId?: string
  /** The call that is open. */
  readonly call?: string
}

export const liveRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/live",
    validateSearch: ({ campaignId, call }: Record<string, unknown>): LiveSearch => ({
      ...(typeof campaignId === "string" ? { campaignId } : {}),
      ...(typeof call === "string" ? { call } : {})
    }),
    component: lazyRouteComponent(() => import("./LiveScreen.tsx"), "LiveScreen")
  })
] as const
