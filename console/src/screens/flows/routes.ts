import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"
import { listIn, only } from "../../ui/browser/address.ts"

export const flowsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/flows",
    validateSearch: only(listIn),
    component: lazyRouteComponent(() => import("./FlowsScreen.tsx"), "FlowsScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/flows/new",
    component: lazyRouteComponent(() => import("./FlowScreen.tsx"), "NewFlowScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/flows/$flowId",
    component: lazyRouteComponent(() => import("./FlowScreen.tsx"), "FlowScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/flows/$flowId/versions",
    validateSearch: only(listIn),
    component: lazyRouteComponent(() => import("./versions/VersionsScreen.tsx"), "VersionsScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/flows/$flowId/versions/$version",
    component: lazyRouteComponent(() => import("./versions/VersionScreen.tsx"), "VersionScreen")
  })
] as const
