import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"

export const reviewRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/review",
    component: lazyRouteComponent(() => import("./ReviewScreen.tsx"), "ReviewScreen")
  })
] as const
