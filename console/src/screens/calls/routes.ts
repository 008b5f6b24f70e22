import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"

export const callsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/calls",
    component: lazyRouteComponent(() => import("./CallsScreen.tsx"), "CallsScreen")
  })
] as const
