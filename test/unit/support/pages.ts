/** The page that nginx's `limit_req` answers with. @param name of the server, as nginx writes it */
export const nginxPage = (name = 'nginx') =>
	`<html>\r\n<head><title>503 Service Temporarily Unavailable</title></head>\r\n<body>\r\n<center><h1>503 Service Temporarily Unavailable</h1></center>\r\n<hr><center>${name}</center>\r\n</body>\r\n</html>\r\n`;
