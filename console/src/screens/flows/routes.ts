import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"
import { listIn } from "../../ui/browser/address.ts"

export const flowsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/flows",
    validateSearch: listIn,
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
  })
] as const
