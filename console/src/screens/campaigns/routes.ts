import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"

export const campaignRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/campaigns",
    component: lazyRouteComponent(() => import("./CampaignsScreen.tsx"), "CampaignsScreen")
  })
] as const
