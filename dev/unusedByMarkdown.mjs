// Stands in the bundle for what dev/markdownIt.cjs does not need: rules, and tables of characters that Node.js has.
export default () => false;
export const decodeHTML = (entity) => (entity === '&amp;' ? '&' : entity);
export const P = /\p{P}/u;
export const S = /\p{S}/u;
