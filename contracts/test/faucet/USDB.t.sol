// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IUSDB} from "../../src/faucet/IUSDB.sol";
import {USDB} from "../../src/faucet/USDB.sol";
import {Test} from "../helpers/Test.sol";

contract USDBTest is Test {
    address private constant OPERATOR = address(0x0be1a102);
    address private constant FAUCET = address(0xfa0ce7);
    address private constant ALICE = address(0xa11ce);
    address private constant BOB = address(0xb0b);
    address private constant CAROL = address(0xca201);

    USDB private usdb;

    function setUp() public {
        vm.warp(1_800_000_000);
        usdb = USDB(deploy("USDB", abi.encode(OPERATOR, FAUCET)));
    }

    function test_claimsOnceIn24Hours() public {
        vm.assertEq(usdb.nextClaimAt(ALICE), 0);
        vm.assertFalse(usdb.hasClaimed(ALICE));
        vm.expectEmit(address(usdb));
        emit IUSDB.FaucetClaimed(ALICE, address(0));
        vm.startPrank(ALICE);
        usdb.faucet(address(0));
        vm.assertEq(usdb.balanceOf(ALICE), usdb.FAUCET_AMOUNT());
        vm.assertTrue(usdb.hasClaimed(ALICE));
        uint256 again = vm.getBlockTimestamp() + 24 hours;
        vm.assertEq(usdb.nextClaimAt(ALICE), again);
        vm.warp(again - 1);
        vm.expectRevert(abi.encodeWithSelector(IUSDB.CooldownActive.selector, again));
        usdb.faucet(address(0));
        vm.warp(again);
        usdb.faucet(address(0));
        vm.assertEq(usdb.balanceOf(ALICE), 2 * usdb.FAUCET_AMOUNT());
    }

    function test_firstReferrerStaysAndLaterOnesAreIgnored() public {
        vm.expectEmit(address(usdb));
        emit IUSDB.ReferrerSet(ALICE, BOB);
        vm.expectEmit(address(usdb));
        emit IUSDB.FaucetClaimed(ALICE, BOB);
        vm.startPrank(ALICE);
        usdb.faucet(BOB);
        vm.warp(vm.getBlockTimestamp() + 24 hours);
        vm.expectEmit(address(usdb));
        emit IUSDB.FaucetClaimed(ALICE, BOB);
        usdb.faucet(CAROL);
        vm.assertEq(usdb.referrer(ALICE), BOB);
        vm.assertTrue(usdb.hasReferrer(ALICE));
        vm.expectRevert(IUSDB.ReferrerAlreadySet.selector);
        usdb.setReferrer(CAROL);
    }

    function test_referrerIsAnotherWalletOutsideTheOwnReferrals() public {
        vm.startPrank(ALICE);
        vm.expectRevert(IUSDB.SelfReferral.selector);
        usdb.setReferrer(ALICE);
        vm.expectRevert(IUSDB.SelfReferral.selector);
        usdb.faucet(ALICE);
        vm.expectRevert(IUSDB.ZeroAddress.selector);
        usdb.setReferrer(address(0));
        usdb.setReferrer(BOB);
        vm.stopPrank();
        vm.prank(BOB);
        usdb.setReferrer(CAROL);
        vm.startPrank(CAROL);
        vm.expectRevert(IUSDB.ReferralCycle.selector);
        usdb.setReferrer(BOB);
        vm.expectRevert(IUSDB.ReferralCycle.selector);
        usdb.setReferrer(ALICE);
        vm.expectRevert(IUSDB.ReferralCycle.selector);
        usdb.faucet(ALICE);
    }

    function test_chainsAreFollowedForFiftySteps() public {
        // 1 refers 2, 2 refers 3, and so on: the ancestors of wallet n are n - 1, ..., 1.
        for (uint160 i = 2; i <= 52; ++i) {
            vm.prank(address(i));
            usdb.setReferrer(address(i - 1));
        }
        vm.startPrank(address(1));
        // Wallet 1 is the fiftieth ancestor of 51.
        vm.expectRevert(IUSDB.ReferralCycle.selector);
        usdb.setReferrer(address(51));
        // For 52 it is one further than the contract checks.
        usdb.setReferrer(address(52));
        vm.stopPrank();
        // Claims of wallets below such a cycle still terminate.
        vm.prank(ALICE);
        usdb.faucet(address(30));
        vm.assertEq(usdb.referrer(ALICE), address(30));
    }

    function test_faucetOperatorPaysFromItsOwnBalance() public {
        vm.prank(OPERATOR);
        usdb.mint(FAUCET, 500e18);
        vm.startPrank(FAUCET);
        vm.expectRevert(IUSDB.ZeroAmount.selector);
        usdb.claimFor(ALICE, BOB, 0);
        vm.expectEmit(address(usdb));
        emit IUSDB.FaucetClaimed(ALICE, BOB);
        usdb.claimFor(ALICE, BOB, 350e18);
        vm.assertEq(usdb.balanceOf(ALICE), 350e18);
        vm.assertEq(usdb.totalSupply(), 500e18);
        vm.expectRevert(abi.encodeWithSelector(IUSDB.CooldownActive.selector, vm.getBlockTimestamp() + 24 hours));
        usdb.claimFor(ALICE, BOB, 1e18);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, FAUCET, 150e18, 151e18)
        );
        usdb.claimFor(CAROL, address(0), 151e18);
        vm.stopPrank();
        // Both functions share the cooldown.
        vm.prank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(IUSDB.CooldownActive.selector, vm.getBlockTimestamp() + 24 hours));
        usdb.faucet(address(0));
        vm.prank(ALICE);
        vm.expectRevert(IUSDB.OnlyFaucetOperator.selector);
        usdb.claimFor(ALICE, address(0), 1);
    }

    function test_onlyTheOperatorMintsAndAppoints() public {
        bytes memory refused = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ALICE);
        vm.startPrank(ALICE);
        vm.expectRevert(refused);
        usdb.mint(ALICE, 1);
        vm.expectRevert(refused);
        usdb.setFaucetOperator(ALICE);
        vm.stopPrank();
        vm.prank(OPERATOR);
        usdb.setFaucetOperator(address(0));
        vm.prank(FAUCET);
        vm.expectRevert(IUSDB.OnlyFaucetOperator.selector);
        usdb.claimFor(ALICE, address(0), 1);
    }

    function test_hasEighteenDecimals() public view {
        vm.assertEq(uint256(usdb.decimals()), 18);
        vm.assertEq(usdb.symbol(), "USDB");
    }

    /// Random referrals among fewer wallets than are checked never form a cycle.
    /// forge-config: deep.fuzz.runs = 2000
    function testFuzz_referralsStayATree(uint256 seed) public {
        for (uint256 i; i < 20; ++i) {
            seed = next(seed);
            address wallet = address(uint160(1 + seed % 8));
            vm.prank(wallet);
            try usdb.setReferrer(address(uint160(1 + (seed >> 8) % 8))) {} catch {}
        }
        for (uint160 i = 1; i <= 8; ++i) {
            address ancestor = usdb.referrer(address(i));
            for (uint256 step; step < 8 && ancestor != address(0); ++step) {
                ancestor = usdb.referrer(ancestor);
            }
            vm.assertEq(ancestor, address(0));
        }
    }
}
