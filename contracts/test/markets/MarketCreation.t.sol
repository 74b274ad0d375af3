// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IMarketBook} from "../../src/markets/IMarketBook.sol";
import {IMarketTrading} from "../../src/markets/IMarketTrading.sol";
import {IPrivateMarketTrading} from "../../src/markets/IPrivateMarketTrading.sol";
import {MarketTrading} from "../../src/markets/MarketTrading.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {ITokenFactory} from "../../src/tokens/ITokenFactory.sol";
import {MarketsFixture} from "../helpers/MarketsFixture.sol";
import {Vm} from "../helpers/Test.sol";

contract MarketCreationTest is MarketsFixture {
    string[] private options;

    function setUp() public override {
        super.setUp();
        options = optionsOf(2);
    }

    function test_marketIsATokenWithAPotAndReserves() public {
        uint256 before = usdb.balanceOf(DEV);
        vm.recordLogs();
        vm.prank(DEV);
        address market = trading.createMarket(
            "Who wins?", "WINS", vm.getBlockTimestamp() + 1, optionsOf(3), address(main), true, 200, 120e18
        );
        Vm.Log[] memory logs = vm.getRecordedLogs();
        Vm.Log memory last = logs[logs.length - 1];
        vm.assertEq(last.emitter, address(trading));
        vm.assertTrue(last.topics[0] == IMarketBook.MarketCreated.selector);
        vm.assertEq(address(uint160(uint256(last.topics[1]))), market);
        (address creator, address ecosystem) = abi.decode(last.data, (address, address));
        vm.assertEq(creator, DEV);
        vm.assertEq(ecosystem, address(main));

        vm.assertEq(before - usdb.balanceOf(DEV), 120e18);
        vm.assertEq(usdb.balanceOf(address(trading)), 120e18);
        vm.assertEq(trading.getGeneralPot(market), 120e18);
        FactoryToken token = FactoryToken(market);
        vm.assertEq(token.name(), "Who wins?");
        vm.assertEq(token.symbol(), "WINS");
        vm.assertEq(token.hybridMultiplier(), 100);
        vm.assertEq(token.baseReserve0(), 1_000e18);
        vm.assertEq(token.DEV(), DEV);
        vm.assertTrue(token.frozen());
        vm.assertEq(token.getBondingTarget(), 200e18);
        vm.assertEq(factory.marketOf(market), address(trading));
        vm.assertTrue(taxes.isPrediction(market));
    }

    function test_outcomesShareTheReserves() public {
        address market = createMarket(3, 0);
        (, uint256 all) = trading.getInitialReserves(3);
        vm.assertEq(trading.getNumOutcomes(market), 3);
        uint256 sum;
        for (uint8 i; i < 3; ++i) {
            (uint256 reserve, uint256 cost, uint256 circulating) = trading.getOutcome(market, i);
            vm.assertEq(reserve, uint256(5_000e18) / 3);
            vm.assertEq(cost + circulating, 0);
            vm.assertEq(trading.optionNames(market, i), optionsOf(3)[i]);
            sum += reserve;
        }
        (,,, uint256 total) = trading.getState(market);
        vm.assertEq(total, sum);
        vm.assertEq(total, all);
        vm.assertEq(trading.getOptionNames(market).length, 3);
    }

    /// 500 USDB per option, together 5,000 to 50,000.
    function test_initialReservesAreClamped() public {
        uint256[2][6] memory expected = [
            [uint256(2), 2_500e18],
            [uint256(10), 500e18],
            [uint256(11), 500e18],
            [uint256(100), 500e18],
            [uint256(101), uint256(50_000e18) / 101],
            [uint256(150), uint256(50_000e18) / 150]
        ];
        for (uint256 i; i < expected.length; ++i) {
            (uint256 each, uint256 total) = trading.getInitialReserves(expected[i][0]);
            vm.assertEq(each, expected[i][1]);
            vm.assertEq(total, each * expected[i][0]);
        }
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.InvalidOptionCount.selector, 1));
        trading.getInitialReserves(1);
    }

    function test_seedIsAMultipleOfTenFromTheMinimum() public {
        uint256[4] memory wrong = [uint256(0), 40e18, 55e18, 60e18 + 1];
        for (uint256 i; i < wrong.length; ++i) {
            _expectRefusal(abi.encodeWithSelector(IMarketBook.InvalidSeed.selector, 50e18));
            trading.createMarket("Q", "Q", 0, options, address(main), false, 0, wrong[i]);
        }
        _expectRefusal(abi.encodeWithSelector(IMarketBook.InvalidSeed.selector, 10e18));
        privateTrading.createMarket("Q", "Q", 0, options, address(main), false, false, 0, 0);
        vm.startPrank(DEV);
        privateTrading.createMarket("Q", "Q", 0, options, address(main), false, false, 0, 10e18);
        privateTrading.createMarket("Q", "Q", 0, options, address(main), true, false, 0, 0);
        privateTrading.createMarket("Q", "Q", 0, options, address(main), true, false, 0, 10e18);
        vm.stopPrank();
        _expectRefusal(abi.encodeWithSelector(IMarketBook.InvalidSeed.selector, 0));
        privateTrading.createMarket("Q", "Q", 0, options, address(main), true, false, 0, 5e18);
    }

    function test_endIsInTheFutureOrOpen() public {
        _expectRefusal(abi.encodeWithSelector(IMarketBook.InvalidEndTime.selector));
        trading.createMarket("Q", "Q", vm.getBlockTimestamp(), options, address(main), false, 0, 50e18);
        vm.prank(DEV);
        trading.createMarket("Q", "Q", vm.getBlockTimestamp() + 1, options, address(main), false, 0, 50e18);
    }

    function test_optionsAreTwoTo150DifferentNames() public {
        _expectRefusal(abi.encodeWithSelector(IMarketBook.InvalidOptionCount.selector, 1));
        _create(optionsOf(1));
        _expectRefusal(abi.encodeWithSelector(IMarketBook.InvalidOptionCount.selector, 151));
        _create(optionsOf(151));
        _expectRefusal(abi.encodeWithSelector(IMarketBook.DuplicateOption.selector, 2));
        string[] memory names = optionsOf(3);
        names[2] = names[1];
        _create(names);
        string[4] memory wrong = ["", " Yes", unicode"Y\u200bes", string(new bytes(65))];
        for (uint256 i; i < wrong.length; ++i) {
            names[2] = wrong[i];
            _expectRefusal(abi.encodeWithSelector(IMarketBook.InvalidOption.selector, 2));
            _create(names);
        }
    }

    function test_onlyTideIsAnEcosystem() public {
        address token = address(launch(50));
        _expectRefusal(abi.encodeWithSelector(IMarketBook.UnknownEcosystem.selector, token));
        trading.createMarket("Q", "Q", 0, options, token, false, 0, 50e18);
    }

    function test_tokenFollowsTheFactorysRules() public {
        _expectRefusal(abi.encodeWithSelector(ITokenFactory.InvalidName.selector));
        trading.createMarket("", "Q", 0, options, address(main), false, 0, 50e18);
        _expectRefusal(abi.encodeWithSelector(ITokenFactory.InvalidSymbol.selector));
        trading.createMarket("Q", "Q Q", 0, options, address(main), false, 0, 50e18);
        _expectRefusal(abi.encodeWithSelector(ITokenFactory.InvalidBonding.selector));
        trading.createMarket("Q", "Q", 0, options, address(main), true, 0, 50e18);
    }

    function test_feeIsExactAndTheOperators() public {
        vm.prank(OPERATOR);
        factory.setFee(0.1 ether, false);
        vm.deal(DEV, 1 ether);
        _expectRefusal(abi.encodeWithSelector(IMarketBook.WrongFee.selector, 0.1 ether));
        trading.createMarket("Q", "Q", 0, options, address(main), false, 0, 50e18);
        vm.prank(DEV);
        trading.createMarket{value: 0.1 ether}("Q", "Q", 0, options, address(main), false, 0, 50e18);
        vm.prank(DEV);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, DEV));
        trading.withdrawFees(payable(DEV));
        vm.startPrank(OPERATOR);
        vm.expectRevert(IMarketBook.ZeroAddress.selector);
        trading.withdrawFees(payable(address(0)));
        vm.expectRevert(IMarketBook.FeeTransferFailed.selector);
        trading.withdrawFees(payable(address(usdb)));
        trading.withdrawFees(payable(OPERATOR));
        vm.stopPrank();
        vm.assertEq(OPERATOR.balance, 0.1 ether);
    }

    function test_operatorSetsInsuranceAndSeed() public {
        vm.startPrank(OPERATOR);
        vm.expectEmit(address(trading));
        emit IMarketBook.InsuranceChanged(BOB);
        trading.setInsurance(BOB);
        vm.expectEmit(address(trading));
        emit IMarketBook.MinSeedChanged(20e18);
        trading.setMinSeed(20e18);
        vm.expectRevert(IMarketBook.ZeroAddress.selector);
        trading.setInsurance(address(0));
        vm.stopPrank();
        vm.assertEq(trading.insurance(), BOB);
        vm.assertEq(trading.minSeed(), 20e18);
        vm.startPrank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ALICE));
        trading.setInsurance(ALICE);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ALICE));
        trading.setMinSeed(0);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ALICE));
        trading.setResolver(ALICE);
        vm.stopPrank();
    }

    function test_resolverIsSetForGood() public {
        MarketTrading fresh =
            MarketTrading(deploy("MarketTrading", abi.encode(swap, INSURANCE, 50e18, OPERATOR)));
        vm.startPrank(OPERATOR);
        vm.expectEmit(address(fresh));
        emit IMarketTrading.ResolverChanged(BOB);
        fresh.setResolver(BOB);
        vm.assertEq(fresh.resolver(), BOB);
        vm.expectRevert(IMarketBook.ZeroAddress.selector);
        trading.setResolver(address(0));
        vm.expectRevert(IMarketTrading.ResolverAlreadySet.selector);
        trading.setResolver(ALICE);
        vm.stopPrank();
    }

    function test_onlyTheResolverSettlesAndTakesBounties() public {
        address market = createMarket(2, 0);
        vm.startPrank(OPERATOR);
        vm.expectRevert(IMarketTrading.OnlyResolver.selector);
        trading.settle(market, 0);
        vm.expectRevert(IMarketTrading.OnlyResolver.selector);
        trading.takeBounty(market);
        vm.stopPrank();
    }

    function test_eachContractKnowsItsOwnMarkets() public {
        address market = createMarket(2, 0);
        vm.startPrank(DEV);
        address other = privateTrading.createMarket("Q", "Q", 0, options, address(main), true, false, 0, 0);
        vm.stopPrank();
        IMarketBook.MarketData memory record =
            recordOf(privateTrading, IMarketBook.getMarketData.selector, other);
        vm.assertTrue(record.isPrivate);
        vm.assertEq(record.marketToken, other);
        IMarketBook.MarketData memory none = recordOf(trading, IMarketBook.getMarketData.selector, other);
        vm.assertTrue(keccak256(abi.encode(none)) == keccak256(abi.encode(_nothing())));
        vm.assertTrue(trading.userCanBuyEvent(market, ALICE));
        vm.assertFalse(trading.userCanBuyEvent(other, ALICE));
        bytes memory unknown = abi.encodeWithSelector(IMarketBook.MarketNotFound.selector, other);
        vm.expectRevert(unknown);
        trading.getState(other);
        vm.prank(ALICE);
        vm.expectRevert(unknown);
        trading.buy(other, 0, address(usdb), 1e18, 0, 0);
        vm.prank(ALICE);
        vm.expectRevert(unknown);
        trading.donate(other, 1e18, false);
        vm.prank(ALICE);
        vm.expectRevert(unknown);
        trading.redeem(other);
        vm.prank(DEV);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.MarketNotFound.selector, market));
        privateTrading.vote(market, 0);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.MarketNotFound.selector, market));
        privateTrading.manageVoter(market, ALICE, true);
    }

    function test_privateMarketAnnouncesItsFirstVoter() public {
        vm.recordLogs();
        vm.prank(DEV);
        address market =
            privateTrading.createMarket("Q", "Q", 0, options, address(main), false, false, 0, 10e18);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        Vm.Log memory last = logs[logs.length - 1];
        vm.assertTrue(last.topics[0] == IPrivateMarketTrading.VoterChanged.selector);
        vm.assertEq(address(uint160(uint256(last.topics[1]))), market);
        vm.assertEq(address(uint160(uint256(last.topics[2]))), DEV);
        vm.assertTrue(abi.decode(last.data, (bool)));
    }

    function _create(string[] memory names) private {
        trading.createMarket("Q", "Q", 0, names, address(main), false, 0, 50e18);
    }

    /// @dev Expects the next call, by DEV, to revert.
    function _expectRefusal(bytes memory reason) private {
        vm.prank(DEV);
        vm.expectRevert(reason);
    }

    function _nothing() private pure returns (IMarketBook.MarketData memory nothing) {}
}
