// sock serve PATH : only the server.
// sock SERVERCPU CLIENTCPU N : Unix stream socket, 200-byte JSON line each way. Sequential p50/p99 + rate; pipelined depth 32 rate; 4 connections (epoll server) rate.
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <time.h>
#include <signal.h>
#include <errno.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/epoll.h>
#include <sys/wait.h>
static double now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec*1e6+t.tv_nsec*1e-3;}
static int cmp(const void*a,const void*b){double x=*(double*)a,y=*(double*)b;return x<y?-1:x>y;}
static void pin(int c){cpu_set_t s;CPU_ZERO(&s);CPU_SET(c,&s);sched_setaffinity(0,sizeof s,&s);}
static char REQ[200],RSP[200]; static const char*PATH="bench.sock";
static void server(int cpu){ if(cpu<9) pin(cpu); unlink(PATH); int l=socket(AF_UNIX,SOCK_STREAM,0); struct sockaddr_un a={AF_UNIX}; strcpy(a.sun_path,PATH); bind(l,(void*)&a,sizeof a); listen(l,64); int ep=epoll_create1(0); struct epoll_event e={EPOLLIN,{.fd=l}},ev[64]; epoll_ctl(ep,EPOLL_CTL_ADD,l,&e); static char in[65536],out[65536]; static int part[1024];
 for(;;){ int n=epoll_wait(ep,ev,64,-1); for(int i=0;i<n;i++){ int f=ev[i].data.fd; if(f==l){ int c=accept(l,0,0); e.events=EPOLLIN; e.data.fd=c; part[c]=0; epoll_ctl(ep,EPOLL_CTL_ADD,c,&e); continue; } ssize_t r=read(f,in,sizeof in); if(r<=0){close(f);continue;} part[f]+=r; int k=part[f]/200; part[f]%=200; for(int q=0;q<k;q++) memcpy(out+q*200,RSP,200); if(k) {ssize_t w=write(f,out,k*200); (void)w;} } } }
static int conn(void){ int s=socket(AF_UNIX,SOCK_STREAM,0); struct sockaddr_un a={AF_UNIX}; strcpy(a.sun_path,PATH); while(connect(s,(void*)&a,sizeof a)) usleep(1000); return s; }
static void rdn(int s,int n){ char b[65536]; while(n>0){ ssize_t r=read(s,b,n<65536?n:65536); if(r<=0) exit(1); n-=r; } }
int main(int c,char**v){ if(c>2&&!strcmp(v[1],"serve")){ PATH=v[2]; memset(RSP,'r',199); RSP[199]='\n'; server(9); } int sc=atoi(v[1]),cc=atoi(v[2]),N=atoi(v[3]); memset(REQ,'q',199);REQ[199]='\n';memset(RSP,'r',199);RSP[199]='\n'; if(getenv("SOCK")) PATH=getenv("SOCK"); pid_t p=sc<0?0:fork(); if(!p&&sc>=0){server(sc);} usleep(50000); if(cc>=0) pin(cc); double*d=malloc(N*8);
 int s=conn(); double t0=now(); for(int i=0;i<N;i++){ double a=now(); write(s,REQ,200); rdn(s,200); d[i]=now()-a; } double t=now()-t0; qsort(d,N,8,cmp); printf("seq: p50 %.1f p99 %.1f p99.9 %.1f us, %.0f req/s; ",d[N/2],d[N*99/100],d[(int)(N*.999)],N/t*1e6);
 char big[32*200]; for(int i=0;i<32;i++) memcpy(big+i*200,REQ,200); t0=now(); for(int i=0;i<N/32;i++){ write(s,big,sizeof big); rdn(s,sizeof big);} t=now()-t0; printf("pipelined x32: %.0f req/s; ",(N/32*32)/t*1e6);
 /* connect + one request + close */ int M=N/10; t0=now(); for(int i=0;i<M;i++){ double a=now(); int q=conn(); write(q,REQ,200); rdn(q,200); close(q); d[i]=now()-a; } t=now()-t0; qsort(d,M,8,cmp); printf("connect+req: p50 %.1f p99 %.1f us\n",d[M/2],d[M*99/100]); if(p>0){kill(p,SIGKILL); waitpid(p,0,0); unlink(PATH);} }
