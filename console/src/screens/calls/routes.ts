import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"
import { callFilters } from "./list/call-filters.ts"

export const callsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/calls",
    validateSearch: callFilters,
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
    validateSearch: ({ call }: Record<string, unknown>): { readonly call?: string } =>
      typeof call === "string" ? { call } : {},
    component: lazyRouteComponent(() => import("./review/ReviewScreen.tsx"), "ReviewScreen")
  })
] as const
