import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"

export const peopleRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/people",
    component: lazyRouteComponent(() => import("./PeopleScreen.tsx"), "PeopleScreen")
  })
] as const
