import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"

export const liveRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/live",
    component: lazyRouteComponent(() => import("./LiveScreen.tsx"), "LiveScreen")
  })
] as const
