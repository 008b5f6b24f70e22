import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"

export const flowsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/flows",
    component: lazyRouteComponent(() => import("./FlowsScreen.tsx"), "FlowsScreen")
  })
] as const
