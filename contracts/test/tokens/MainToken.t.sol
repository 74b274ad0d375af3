// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IPool} from "../../src/tokens/IPool.sol";
import {MainToken} from "../../src/tokens/MainToken.sol";
import {ExchangeFixture} from "../helpers/ExchangeFixture.sol";

contract MainTokenTest is ExchangeFixture {
    address private constant ROUTER = address(0x2007e2);

    function test_opensAtOneUsdb() public {
        vm.expectEmit();
        emit IPool.LiquidityAdded(10_000e18, 10_000e18, 20_000e18);
        vm.expectEmit();
        emit IPool.Sync(10_000e18, 10_000e18);
        MainToken tide = MainToken(deploy("MainToken", abi.encode(usdb, OPERATOR, TIDE_DEV)));
        vm.assertEq(tide.getUSDPrice(), 1e18);
        vm.assertEq(tide.getTokenPrice(), 1e18);
        vm.assertEq(tide.totalSupply(), 0);
        vm.assertEq(tide.hybridMultiplier(), 100);
        vm.assertEq(tide.baseReserve0(), 10_000e18);
        vm.assertEq(tide.baseReserve1(), 10_000e18);
        vm.assertEq(tide.getLiquidity(), 0);
        vm.assertEq(tide.token0(), address(tide));
        vm.assertEq(tide.token1(), address(usdb));
        vm.assertEq(uint256(tide.decimals()), 18);
        vm.assertEq(tide.creationBlock(), block.number);
        vm.assertEq(tide.creationTime(), vm.getBlockTimestamp());
        vm.assertEq(tide.lastTrade(), 0);
        vm.assertTrue(tide.hasBonded());
        vm.assertFalse(tide.autoVest());
        vm.assertFalse(tide.gradualAutoVesting());
    }

    function test_recordsTheLastTrade() public {
        (,, uint256 time) = main.getReserves();
        vm.assertEq(time, vm.getBlockTimestamp());
        vm.roll(77);
        vm.warp(vm.getBlockTimestamp() + 5);
        buy(ALICE, address(main), 1e18);
        (uint256 r0, uint256 r1, uint256 later) = main.getReserves();
        vm.assertEq(main.lastTrade(), 77);
        vm.assertEq(later, time + 5);
        vm.assertEq(r0, main.reserve0());
        vm.assertEq(r1, main.reserve1());
        vm.assertEq(main.getLiquidity(), r1 - 10_000e18);
    }

    /// The worked case of the specification, through the contract.
    function test_workedCase() public {
        _routeBy(ROUTER);
        vm.prank(OPERATOR);
        usdb.mint(address(main), 100e18);
        vm.expectEmit(address(main));
        emit IPool.Sync(10_099_009900990099009900, 10_100e18);
        vm.expectEmit(address(main));
        emit IPool.TokensTraded(99_009900990099009900, 100e18, ALICE, 1e18, 0);
        vm.prank(ROUTER);
        vm.assertEq(main.buyTokens(100e18, ALICE), 99_009900990099009900);
    }

    function test_onlyTheRouterTrades() public {
        vm.startPrank(ALICE);
        vm.expectRevert(IPool.OnlySwap.selector);
        main.buyTokens(1, ALICE);
        vm.expectRevert(IPool.OnlySwap.selector);
        main.sellTokens(1, ALICE);
        vm.expectRevert(IPool.OnlySwap.selector);
        main.routeBuy(1, ALICE, ALICE);
        vm.expectRevert(IPool.OnlySwap.selector);
        main.routeSell(1, ALICE, 1);
    }

    /// Even a malicious router, set by the operator, must pay for what it mints.
    function test_routerCannotMintWithoutPaying() public {
        buy(ALICE, address(main), 1_000e18);
        _routeBy(ROUTER);
        vm.startPrank(ROUTER);
        vm.expectRevert(IPool.NotPaid.selector);
        main.buyTokens(1e18, ROUTER);
        vm.expectRevert(IPool.NotPaid.selector);
        main.routeBuy(1e6, ROUTER, ROUTER);
    }

    /// It cannot burn tokens that were approved to the router before it.
    function test_routerCannotBurnWithoutApproval() public {
        uint256 held = buy(ALICE, address(main), 1_000e18);
        _routeBy(ROUTER);
        vm.startPrank(ROUTER);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, ROUTER, 0, held)
        );
        main.sellTokens(held, ALICE);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, ROUTER, 0, held)
        );
        main.routeSell(held, ALICE, 1);
    }

    function test_donationsChangeNoPrice() public {
        buy(ALICE, address(main), 1_000e18);
        uint256 price = main.getUSDPrice();
        vm.prank(BOB);
        usdb.transfer(address(main), 5_000e18);
        vm.assertEq(main.getUSDPrice(), price);
    }

    function test_operatorSetsRouterDevAndVetting() public {
        vm.startPrank(OPERATOR);
        vm.expectRevert(IPool.ZeroAddress.selector);
        main.setSwap(address(0));
        vm.expectRevert(IPool.ZeroAddress.selector);
        main.setDev(address(0));
        main.setDev(BOB);
        main.SetProjectVetted(true);
        vm.stopPrank();
        vm.assertEq(main.DEV(), BOB);
        vm.assertTrue(main.projectedVetted());
        vm.startPrank(ALICE);
        vm.expectRevert(IPool.OnlyOperator.selector);
        main.SetProjectVetted(false);
        bytes memory refused = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ALICE);
        vm.expectRevert(refused);
        main.setSwap(ALICE);
        vm.expectRevert(refused);
        main.setDev(ALICE);
        vm.stopPrank();
        vm.expectRevert(IPool.ZeroAddress.selector);
        deploy("MainToken", abi.encode(address(0), OPERATOR, TIDE_DEV));
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableInvalidOwner.selector, address(0)));
        deploy("MainToken", abi.encode(usdb, address(0), TIDE_DEV));
    }

    function test_operatorHandsOverInTwoSteps() public {
        vm.prank(OPERATOR);
        main.transferOwnership(BOB);
        vm.assertEq(main.CEO(), OPERATOR);
        vm.prank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ALICE));
        main.acceptOwnership();
        vm.prank(BOB);
        main.acceptOwnership();
        vm.assertEq(main.CEO(), BOB);
    }

    function test_erc20RefusesTheZeroAddress() public {
        vm.startPrank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InvalidReceiver.selector, address(0)));
        main.transfer(address(0), 0);
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InvalidSpender.selector, address(0)));
        main.approve(address(0), 1);
        vm.stopPrank();
        vm.startPrank(address(0));
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InvalidSender.selector, address(0)));
        main.transfer(ALICE, 0);
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InvalidApprover.selector, address(0)));
        main.approve(ALICE, 1);
    }

    function _routeBy(address router) private {
        vm.prank(OPERATOR);
        main.setSwap(router);
    }
}
