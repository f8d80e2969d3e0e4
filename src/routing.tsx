import { Navigate, Route, Routes } from 'react-router-dom';
import LoginPage from '#portal/login/login-page.tsx';
import { Frame } from '#ui/frame/frame.tsx';
import { lazyPage } from '#ui/frame/lazy-page.ts';

const Role = lazyPage('rights', () => import('#portal/rights/role-page.tsx'));
const CustomerRights = lazyPage('rights', () => import('#portal/rights/customer-page.tsx'));
const GovernmentRights = lazyPage('rights', () => import('#portal/rights/government-page.tsx'));
const OtherEntities = lazyPage('rights', () => import('#portal/rights/other-entities-page.tsx'));
const Policy = lazyPage('portal', () => import('#portal/policies/policy-page.tsx'));
const Delivery = lazyPage(['portal', 'seldom'], () => import('#portal/delivery/delivery-page.tsx'));
const Home = lazyPage('portal', () => import('#portal/home/home-layout.tsx'));
const Desk = lazyPage('desk', () => import('#desk/desk.tsx'));
const Charts = lazyPage('charts', () => import('#charts/charts.tsx'));
const NotFound = lazyPage('portal', () => import('#portal/not-found-page.tsx'));

/** Every address there is. The inner addresses of /home are in its own layout. */
export function Routing() {
  return (
    <Routes>
      <Route element={<Frame />}>
        <Route index element={<Navigate to="/role" replace />} />
        <Route path="role" element={<Role />} />
        <Route path="right/customer" element={<CustomerRights />} />
        <Route path="right/government" element={<GovernmentRights />} />
        <Route path="right/other-entities" element={<OtherEntities />} />
        <Route path="policy/:policy" element={<Policy />} />
        <Route path="delivery" element={<Delivery />} />
        <Route path="login" element={<LoginPage />} />
        <Route path="home/*" element={<Home />} />
        <Route path="desk/*" element={<Desk />} />
        <Route path="charts/*" element={<Charts />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
