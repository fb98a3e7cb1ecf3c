import type { RequestKind, ServiceRequest } from './request';
import type { WhyStopped } from './whyStopped';

/** What a reason says to the person who built the workflow. */
export interface Words {
	title: string;
	/** What to do about it, in lines. */
	advice?: string;
	/** Whether the same request can succeed later. */
	canTryAgain?: boolean;
}

/** What the words about a request that failed need to know. JSON, because n8n saves it with the execution. */
export interface RequestFacts {
	kind: RequestKind;
	/** With the port. */
	host: string;
	hostname: string;
	/** Whether the address always means this machine. */
	isThisMachine: boolean;
	/** Whether the credential has "Ignore SSL Issues (Insecure)" on: then no certificate is the reason. */
	ignoresCertificates?: boolean;
	/** Whether a web page answered. */
	isPage: boolean;
	/** Empty if the request is about no instance. */
	instance: string;
	contentType: string;
	/** The scope that the request needs; empty if the reference does not name it. */
	scope: string;
	/** The environment variables that can name the proxy. */
	proxyVariable: string;
	effect: ServiceRequest['effect'];
	/** Of the answer, if there was one. */
	status?: number;
	code?: string;
	/** The service's own words, in quotation marks. */
	words?: string;
	/** What the network or n8n said, as a sentence. */
	said?: string;
	/** Where the service redirects to, without a query. */
	location?: string;
	/** The base URL with which the request would go there. */
	newBaseUrl?: string;
	/** If the run was stopped before the answer: why. */
	stopped?: WhyStopped;
	/** The pause that the service asks for (ms). */
	pause?: number;
}
