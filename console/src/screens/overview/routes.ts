import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/",
    component: lazyRouteComponent(() => import("./OverviewScreen.tsx"), "OverviewScreen")
  })
] as const
