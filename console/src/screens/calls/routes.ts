import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"
import { defined, only, textIn } from "../../ui/browser/address.ts"
import { callFilters } from "./list/call-filters.ts"

export const callsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/calls",
    validateSearch: only(callFilters),
    component: lazyRouteComponent(() => import("./list/CallsScreen.tsx"), "CallsScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/calls/$callId",
    component: lazyRouteComponent(() => import("./call/CallScreen.tsx"), "CallScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/review",
    validateSearch: only(({ call }): { readonly call?: string } => defined({ call: textIn(call) })),
    component: lazyRouteComponent(() => import("./review/ReviewScreen.tsx"), "ReviewScreen")
  })
] as const
