// Stands in the bundle for the table of all names of HTML (100 kB), which markdown-it asks about the addresses of links.
'use strict';

exports.decodeHTML = (entity) => (entity === '&amp;' ? '&' : entity);
