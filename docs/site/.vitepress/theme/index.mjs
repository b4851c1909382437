import { h } from 'vue';
// Without the fonts of VitePress: the site uses those of the system.
import theme from 'vitepress/theme-without-fonts';
import './style.css';

/** Pages of the gateway that are not in the site. VitePress would put the base of the site before a link of its configuration. */
const GATEWAY_PAGES = [
  ['API reference', '/docs/reference'],
  ['Console', '/console/'],
];

const links = () =>
  h(
    'nav',
    { class: 'gateway-pages', 'aria-label': 'Gateway' },
    // With a target, the script of the site does not handle the click.
    GATEWAY_PAGES.map(([text, href]) => h('a', { href, target: '_self' }, text)),
  );

export default {
  extends: theme,
  Layout: () =>
    h(theme.Layout, null, { 'nav-bar-content-after': links, 'nav-screen-content-after': links }),
};
