import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings",
    component: lazyRouteComponent(() => import("./SettingsScreen.tsx"), "SettingsScreen")
  })
] as const
