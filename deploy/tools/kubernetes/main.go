// All programs of a Kubernetes node in one binary, because together they share most of their code:
// `kube apiserver|controllers|scheduler|kubelet|proxy|kubectl …`. kube-node.sh builds and starts it.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"k8s.io/component-base/cli"
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllers "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	proxy "k8s.io/kubernetes/cmd/kube-proxy/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	kubelet "k8s.io/kubernetes/cmd/kubelet/app"
)

var programs = map[string]func() *cobra.Command{
	"apiserver":   apiserver.NewAPIServerCommand,
	"controllers": controllers.NewControllerManagerCommand,
	"scheduler":   func() *cobra.Command { return scheduler.NewSchedulerCommand() },
	"proxy":       proxy.NewProxyCommand,
	"kubelet":     func() *cobra.Command { return kubelet.NewKubeletCommand(context.Background()) },
	"kubectl":     kubectl.NewDefaultKubectlCommand,
}

func main() {
	var name string
	if len(os.Args) > 1 {
		name = os.Args[1]
	}
	program, known := programs[name]
	if !known {
		fmt.Fprintln(os.Stderr, "usage: kube apiserver|controllers|scheduler|kubelet|proxy|kubectl …")
		os.Exit(2)
	}
	// Each program reads its own name and its flags from os.Args.
	os.Args = append([]string{name}, os.Args[2:]...)
	os.Exit(cli.Run(program()))
}
