/** The page that nginx's `limit_req` answers with. @param name of the server, as nginx writes it */
export const nginxPage = (name = 'nginx') =>
	`<html>\r\n<head><title>503 Service Temporarily Unavailable</title></head>\r\n<body>\r\n<center><h1>503 Service Temporarily Unavailable</h1></center>\r\n<hr><center>${name}</center>\r\n</body>\r\n</html>\r\n`;

/** HAProxy's answer when no server is up: certainly not processed, and no request to slow down. */
export const haproxyPage =
	'<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle this request.\n</body></html>\n';
