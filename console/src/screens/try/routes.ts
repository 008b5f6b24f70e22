import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"

export const tryRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/flows/$flowId/try",
    component: lazyRouteComponent(() => import("./TryScreen.tsx"), "TryScreen")
  })
] as const
